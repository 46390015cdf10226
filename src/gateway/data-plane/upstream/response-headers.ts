/** Removes headers of an upstream's response, beyond hop-by-hop ones, and forwards early hints (RFC 8297). */
import { findHeaderValues, type ResponseHead } from '../../../shared/http/client/index.ts'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
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

/** The readings of lists of headers: the client parses a head that an upstream repeats once. */
const readings = new WeakMap<readonly string[], ReturnType<typeof readList>>()

/** Returns what the gateway reads in the headers of a response. */
export function readResponseHeaders({ headers }: Pick<ResponseHead, 'headers'>) {
  return getOrCreate(readings, headers, readList)
}

function readList(headers: readonly string[]) {
  const isForwarded = !notForwarded.some((name) => findHeader(headers, name) !== undefined)
  const isShared = /\b(?:public|s-maxage|must-revalidate)\b/i.test(findHeader(headers, 'cache-control') ?? '')
  return { contentType: findHeader(headers, 'content-type'), isForwarded, isShared }
}

/** Makes the headers of an upstream's response those of the message of a call, without those that are not forwarded. */
export function receiveResponseHeaders(call: Call, head: ResponseHead): void {
  const { message, addedHeaders } = call
  const found = readResponseHeaders(head)
  separateOrigins(call, found.isShared)
  if (head.rendered && !addedHeaders.hasCors && found.isForwarded) message.receive(head.rendered)
  else message.headers = dropCorsHeaders(call, listForwardedHeaders(head.headers))
}

/** Adds `Vary` to what caches may share although the request had `Authorization` (RFC 9111 section 3.5). */
function separateOrigins({ addedHeaders: { list }, route }: Call, isShared: boolean): void {
  if (isShared && route.resource?.api.api.cors && !list.includes('Origin')) list.push('Vary', 'Origin')
}

/** Returns these headers of a kept response for a call. */
export function reuseResponseHeaders(call: Call, kept: Pick<ResponseHead, 'headers'>, headers: string[]): string[] {
  separateOrigins(call, readResponseHeaders(kept).isShared)
  return dropCorsHeaders(call, headers)
}

/** Returns the headers without those of CORS when the gateway sets them itself. */
function dropCorsHeaders({ addedHeaders: { hasCors } }: Call, headers: string[]): string[] {
  return hasCors ? filterHeaders(headers, (name) => !name.toLowerCase().startsWith('access-control-')) : headers
}

/** Returns the headers of a response that are forwarded. */
export function listForwardedHeaders(headers: readonly string[]): string[] {
  return filterHeaders(headers, (name) => !notForwarded.includes(name.toLowerCase()))
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
