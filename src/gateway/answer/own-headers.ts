/**
 * The fields that the gateway itself adds to an answer.
 */
import type { Call } from '../call.ts'
import { limitHeaders } from '../limits/limit-headers.ts'

/** Names and values in turn, for an answer of this status. */
export function ownHeaders({ answerHeaders, readings, retryAfter }: Call, status: number): readonly string[] {
  if (!readings && retryAfter === undefined) return answerHeaders
  const waits = retryAfter !== undefined && (status === 429 || status === 503)
  return [
    ...answerHeaders,
    ...(readings ? limitHeaders(readings) : []),
    ...(waits ? ['Retry-After', String(retryAfter)] : []),
  ]
}
