/** A second lock beside the CSRF token: browsers say where a request comes from. Fetch Metadata; RFC 6454 section 7. */
import type { IncomingMessage } from 'node:http'

/** False for a request that a browser sent for a page of another site. */
export function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === headers.host)
}
