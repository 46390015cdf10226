/** Adds the gateway's own headers to a response. */
import type { Call } from '../call/call.ts'
import { addLimitHeaders } from '../limits/limit-headers.ts'

/**
 * Appends the headers to `headers`, a flat list of names and values like `rawHeaders`, and returns the same list.
 * A limit adds Retry-After to responses with status 429 or 503.
 */
export function addGatewayHeaders(
  headers: string[],
  { addedHeaders, limits }: Pick<Call, 'addedHeaders' | 'limits'>,
  status: number,
): string[] {
  const { shown, retryAfterSeconds } = limits
  for (const each of addedHeaders.list) headers.push(each)
  if (shown) addLimitHeaders(headers, shown)
  if (retryAfterSeconds !== undefined && (status === 429 || status === 503))
    headers.push('Retry-After', String(retryAfterSeconds))
  return headers
}
