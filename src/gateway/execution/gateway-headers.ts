/**
 * The fields that the gateway itself adds to an answer.
 */
import type { Call } from '../call/call.ts'
import { addLimitHeaders } from '../limits/limit-headers.ts'

/** Adds them to the fields of an answer of this status, names and values in turn; answers the same list. */
export function addGatewayHeaders(
  fields: string[],
  { reply, limits }: Pick<Call, 'reply' | 'limits'>,
  status: number,
): string[] {
  const { readings, retryAfterSeconds } = limits
  for (const each of reply.gatewayHeaders) fields.push(each)
  if (readings) addLimitHeaders(fields, readings)
  if (retryAfterSeconds !== undefined && (status === 429 || status === 503))
    fields.push('Retry-After', String(retryAfterSeconds))
  return fields
}
