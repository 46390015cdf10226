/** Under which address a caller reaches the gateway. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** By the host that the caller named, so that what it copies works where it is. */
export function buildRequestOrigin(request: IncomingMessage, baseUrl: string): string {
  return `${isSecureRequest(request, baseUrl) ? 'https' : 'http'}://${request.headers.host}`
}

/** Whether it speaks HTTPS: with this process, or with what stands in front of a gateway that goes by HTTPS. */
export function isSecureRequest({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
  if ((socket as Partial<TLSSocket>).encrypted === true) return true
  return baseUrl.startsWith('https:') && !loopbackHost.test(headers.host ?? '')
}

const loopbackHost = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i
