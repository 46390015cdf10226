/** Determines the origin under which the client reaches the gateway. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** Returns the origin with the host of the `Host` header, so that copied URLs work for this client. */
export function buildRequestOrigin(request: IncomingMessage, baseUrl: string): string {
  return `${isSecureRequest(request, baseUrl) ? 'https' : 'http'}://${request.headers.host}`
}

/** Returns whether the client uses HTTPS: here, or to a proxy before a gateway whose base URL is HTTPS. */
export function isSecureRequest({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
  if ((socket as Partial<TLSSocket>).encrypted === true) return true
  return baseUrl.startsWith('https:') && !loopbackHost.test(headers.host ?? '')
}

const loopbackHost = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i
