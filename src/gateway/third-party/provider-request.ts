/**
 * A question to somebody else's provider, with an answer that is short and comes in time.
 */
import { type CollectedAnswer, collect, type OutgoingRequest } from '../../http/client/index.ts'
import type { GetConnections } from '../upstream/upstream-connections.ts'

/** The provider could not be asked, or gave no answer that makes sense. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailable'
}

const longest = 1024 * 1024 // bytes

/** The JSON of an answer with status 200, and the answer. Throws `ProviderUnavailable` for any other. */
export async function fetchProviderJson(
  connect: GetConnections,
  question: OutgoingRequest,
  timeoutMs: number,
): Promise<CollectedAnswer & { value: unknown }> {
  try {
    const answer = await collect(connect(), question, { timeoutMs, longest })
    if (answer.status !== 200) throw new Error(`it answered with status ${answer.status}`)
    return { ...answer, value: JSON.parse(answer.body.toString('utf8')) }
  } catch (cause) {
    throw new ProviderUnavailableError(`the provider could not be asked: ${(cause as Error).message}`, {
      cause,
    })
  }
}
