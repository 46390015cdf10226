/** Adds the gateway's own headers to a response. */
import type { Call } from '../call/call.ts'
import { addLimitHeaders } from '../limits/limit-headers.ts'

/**
 * Appends the headers to `fields`, a flat list of names and values like `rawHeaders`, and returns the same list.
 * A limit adds Retry-After to responses with status 429 or 503.
 */
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
