/**
 * Removes headers from an upstream's response before it is forwarded. The HTTP client has already removed the
 * hop-by-hop headers.
 */
import { removeHeader } from '../message/headers.ts'

/**
 * Headers of proxy authentication (RFC 9110 section 11.7) are for this hop only. The gateway sets its own
 * `X-Request-Id`.
 */
const ended = ['proxy-authenticate', 'proxy-authentication-info', 'x-request-id']

/**
 * Returns whether a response of this status never has a body. Some clients wait for a body when such a response
 * has a Content-Length; RFC 9110 section 8.6 forbids it for 1xx and 204, and 304 does not need it.
 */
export function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 304
}

/** Removes the headers from the list and returns the list. */
export function removeHopHeaders(fields: string[]): string[] {
  for (const name of ended) removeHeader(fields, name)
  return fields
}

/** Returns the headers without those of CORS, which the gateway sets itself. */
export function removeCorsHeaders(headers: readonly string[]): string[] {
  return headers.filter((_, index) => !isSharing(headers[index - (index % 2)] as string))
}

function isSharing(name: string): boolean {
  return name.toLowerCase().startsWith('access-control-')
}
