/**
 * Joins two connections after a switch to another protocol, such as a WebSocket: bytes pass both ways until one
 * side closes.
 *
 * RFC 9110 section 7.8; RFC 6455 section 4.
 */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResponseHead } from '../../http/client/index.ts'
import type { Call } from '../call/call.ts'
import { addGatewayHeaders } from '../execution/reject-call.ts'
import { removeHeader } from '../message/headers.ts'
import { removeNonForwardedHeaders } from './response-headers.ts'
import { type WebSocketLimits, watchWebSocket } from './websocket-limits.ts'

/** Sends the 101 response to the caller and joins the two connections. */
export function joinConnections(
  call: Call,
  { protocol, connection: caller }: NonNullable<Call['upgrade']>,
  upstream: Duplex,
  { status, headers: upstreamHeaders }: ResponseHead,
  limits: WebSocketLimits,
): void {
  removeHeader(upstreamHeaders, 'content-length')
  const headers = ['Connection', 'Upgrade', 'Upgrade', protocol, ...removeNonForwardedHeaders(upstreamHeaders)]
  addGatewayHeaders(headers, call, status)
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`
  for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`
  caller.write(`${head}\r\n`, 'latin1')

  call.outcome.switchedStatus = status
  upstream.on('data', (chunk: Buffer) => {
    call.outcome.bytesSent += chunk.length
  })
  watchWebSocket(call, caller, upstream, limits)
  caller.pipe(upstream)
  upstream.pipe(caller)
  endTogether(caller, upstream)
  endTogether(upstream, caller)
}

/** Destroys one connection when the other breaks. `pipe` handles an orderly end. */
function endTogether(one: Duplex, other: Duplex): void {
  one.on('error', () => other.destroy())
  one.on('close', () => other.destroy())
}
