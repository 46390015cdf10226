/** Finds how a call was decided: at the running gateway, otherwise among the calls that it has kept on disk. */
import { noGatewayError, queryRunningGateway } from '../../../cli/common/query-gateway.ts'
import type { Explanation } from '../../../contract/access/explanation.ts'
import type { Settings } from '../../../runtime/settings/index.ts'
import { findKeptCall } from '../../../telemetry/kept-calls/index.ts'

/** Throws when the call is not known. */
export async function findCall(requestId: string, { dataFolder, keptCalls }: Settings): Promise<Explanation> {
  const answer = await queryRunningGateway(dataFolder, 'why', { requestId })
  const found = answer ?? (keptCalls && (await findKeptCall(keptCalls.folder, requestId)))
  if (found) return found
  if (answer === undefined) throw noGatewayError(dataFolder)
  throw new Error(
    `the gateway has no record of a call "${requestId}": it keeps one served call in a second, and rejected ones for a day`,
  )
}
