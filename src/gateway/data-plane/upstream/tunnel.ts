/**
 * Joins two connections after a switch to another protocol, such as a WebSocket: bytes pass both ways until one
 * side closes.
 *
 * RFC 9110 section 7.8; RFC 6455 section 4.
 */
import type { Duplex } from 'node:stream'
import type { ResponseHead } from '../../../shared/http/client/index.ts'
import type { Call } from '../call/call.ts'
import { addGatewayHeaders } from '../execution/run.ts'
import { removeHeader } from '../message/headers.ts'
import { listForwardedHeaders } from './response-headers.ts'
import { closeMs, type WebSocketLimits, watchWebSocket } from './websocket-limits.ts'

/** Accepts the switch for the caller and joins the two connections. */
export function joinConnections(
  call: Call,
  { protocol, caller }: NonNullable<Call['upgrade']>,
  upstream: Duplex,
  { status, headers: received }: ResponseHead,
  limits: WebSocketLimits,
): void {
  const { connection } = caller
  const headers = listForwardedHeaders(received)
  removeHeader(headers, 'content-length')
  caller.accept(protocol, status, addGatewayHeaders(headers, call, status))

  call.outcome.switchedStatus = status
  upstream.on('data', (chunk: Buffer) => {
    call.outcome.bytesSent += chunk.length
  })
  watchWebSocket(call, connection, upstream, limits)
  connection.pipe(upstream)
  upstream.pipe(connection)
  const abortUpstream = () => void upstream.destroy()
  // A side that ends without the other one keeps both connections, and the call, only for the time of a close.
  const limitClose = () => void setTimeout(abortUpstream, closeMs).unref()
  connection.once('end', limitClose)
  upstream.once('end', limitClose)
  upstream.on('error', () => caller.abort()).on('close', () => afterLastBytes(connection, () => caller.abort()))
  connection.on('error', abortUpstream).on('close', abortUpstream)
}

/** Calls `end` when the bytes before an orderly end have left, which `pipe` has begun; at once without one. */
function afterLastBytes(connection: Duplex, end: () => void): void {
  if (!connection.writableEnded || connection.writableFinished) end()
  else {
    connection.once('finish', end)
    setTimeout(end, closeMs).unref()
  }
}
