/**
 * The fields of an upstream's answer that a caller gets. Those of the connection have ended with it.
 */
import { removeHeader } from '../message/headers.ts'

/** Fields for this hop that are not the connection's (RFC 9110 section 11.7), and the one that the gateway has of its own. */
const ended = ['proxy-authenticate', 'proxy-authentication-info', 'x-request-id']

/**
 * Whether a response of this status never has a body. A `Content-Length` beside it makes some clients wait for one:
 * RFC 9110 section 8.6 forbids it for 1xx and 204, and 304 needs none.
 */
export function isBodyless(status: number): boolean {
  return status < 200 || status === 204 || status === 304
}

/** Takes out of the list what does not go on, and answers the list. */
export function removeHopHeaders(fields: string[]): string[] {
  for (const name of ended) removeHeader(fields, name)
  return fields
}

/** An upstream's own opinion about origins would contradict the gateway's. */
export function removeCorsHeaders(headers: readonly string[]): string[] {
  return headers.filter((_, index) => !isSharing(headers[index - (index % 2)] as string))
}

function isSharing(name: string): boolean {
  return name.toLowerCase().startsWith('access-control-')
}
