import type { Explanation } from '../../contract/access/explanation.ts'
import type { RunningGateway } from '../workers/primary.ts'

/** Returns why a call was rejected; undefined when no worker remembers the call. */
export async function explainCall(
  workers: Pick<RunningGateway, 'requestAll'>,
  requestId: string,
): Promise<Explanation | undefined> {
  const explanations = await workers.requestAll('explain', { requestId })
  return explanations.find((each) => each !== undefined)
}
