/** Under which address a caller reaches the gateway. */
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'

/** The host that the caller named, so that what it copies works where it is; HTTPS also when something in front speaks it. */
export function originOf({ headers, socket }: IncomingMessage, baseUrl: string): string {
  return `${isSecure(socket, baseUrl) ? 'https' : 'http'}://${headers.host}`
}

export function isSecure(socket: IncomingMessage['socket'], baseUrl: string): boolean {
  return (socket as Partial<TLSSocket>).encrypted === true || baseUrl.startsWith('https:')
}
