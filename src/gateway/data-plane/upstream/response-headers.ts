/** Removes headers of an upstream's response, beyond hop-by-hop ones, and forwards early hints (RFC 8297). */
import { findHeaderValues, type ResponseHead } from '../../../shared/http/client/index.ts'
import type { Call } from '../call/call.ts'
import { filterHeaders, findHeader } from '../message/headers.ts'

/** Headers of proxy authentication (RFC 9110 section 11.7) are for this hop. `X-Request-Id` is the gateway's own. */
const notForwarded = ['proxy-authenticate', 'proxy-authentication-info', 'x-request-id']

/**
 * Returns whether a response of this status never has a body. Some clients wait for a body when such a response has a
 * Content-Length; RFC 9110 section 8.6 forbids it for 1xx and 204, and 304 does not need it.
 */
export function isBodylessStatus(status: number): boolean {
  return status < 200 || status === 204 || status === 304
}

/** Makes the headers of an upstream's response those of the message of a call, without those that are not forwarded. */
export function receiveResponseHeaders({ message, addedHeaders }: Call, { headers, rendered }: ResponseHead): void {
  if (rendered && !addedHeaders.hasCors && !notForwarded.some((name) => findHeader(headers, name) !== undefined)) {
    message.receive(rendered)
    return
  }
  const kept = listForwardedHeaders(headers)
  message.headers = addedHeaders.hasCors ? removeCorsHeaders(kept) : kept
}

/** Returns the headers of a response that are forwarded. */
export function listForwardedHeaders(headers: readonly string[]): string[] {
  return filterHeaders(headers, (name) => !notForwarded.includes(name.toLowerCase()))
}

/** Returns the headers without those of CORS, which the gateway sets itself. */
export function removeCorsHeaders(headers: readonly string[]): string[] {
  return filterHeaders(headers, (name) => !name.toLowerCase().startsWith('access-control-'))
}

/** Forwards Link of a 103 response, except to HTTP/1.0 and where Node rejects the value: hints are optional. */
export function sendEarlyHints(
  { response, request, upgrade, progress }: Call,
  { status, headers: fields }: ResponseHead,
): void {
  if (status !== 103 || progress.isOver || upgrade || response.headersSent || request.httpVersion === '1.0') return
  const link = findHeaderValues(fields, 'link')
  if (link.length === 0) return
  try {
    response.writeEarlyHints({ link })
  } catch {}
}
