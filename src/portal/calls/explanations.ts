/** Why a call was refused: the checks in order, and what would help. */
import { addressOf, wholeAddress } from '../../http/address.ts'
import type { Explanation } from '../../lib/access/explanation.ts'
import { ownApplications } from '../applications/own.ts'
import type { Call, Handler } from '../call/call.ts'
import { Refusal } from '../http/refusal.ts'
import { adviceOn } from './advice.ts'

export const explain: Handler<'GET /explanations/:request'> = async (call) => {
  const { tools, params } = call
  const found = await tools.explain(params.request ?? '')
  if (!found) throw new Refusal('unknown_request')

  if (!isOwn(found, call)) throw new Refusal('unknown_request')
  const { application } = found

  return {
    requestId: found.requestId,
    at: new Date(found.at).toISOString(),
    method: found.method,
    path: found.path,
    status: found.status,
    reason: found.reason,
    advice: adviceOn(found.reason),
    ...(application !== undefined && { application }),
    // Where it stands in the documents is the operator's affair.
    checks: found.checks.map(({ place: _, ...check }) => check),
  }
}

/** A call that showed no application is nobody's: then it must have come from where the asker is. */
function isOwn(
  { catalog, application, remote }: Explanation,
  call: Pick<Call, 'request' | 'user' | 'tools'>,
): boolean {
  if (catalog !== undefined && catalog !== call.tools.catalog.path) return false
  if (application !== undefined) return ownApplications(call).some(({ name }) => name === application)
  return remote !== undefined && wholeAddress(remote) === addressOf(call.request)
}
