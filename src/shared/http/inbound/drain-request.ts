/**
 * Handles responses that are sent before the request is complete.
 *
 * The connection stays open when the rest of the body is short: it is read and dropped. Otherwise the response has
 * `Connection: close`, and the server ends its side and reads on for a short time. Without that, a TCP reset could
 * destroy the response before the client has read it (RFC 9112 sections 9.3 and 9.6).
 */
import type { IncomingMessage } from 'node:http'
import { keepAliveTimeoutMs } from '../message/header-lines.ts'

/** The maximum length of a body that is read and dropped so that its connection stays open. */
const maxDroppedBytes = 1024 * 1024

/** Returns whether the whole request has arrived. Node marks a request without a body as complete after its handler has run. */
export function isReceived({ complete, headers }: IncomingMessage): boolean {
  return complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
}

/** Returns whether an early response must be the last one: to a long or chunked body, or 408 (RFC 9110 15.5.9). */
export function endsConnection({ headers }: IncomingMessage, status: number): boolean {
  return status === 408 || !(Number(headers['content-length']) <= maxDroppedBytes)
}

/**
 * Drops the rest of a request whose response has been sent. A connection that is kept waits for the rest as long as
 * for another request. For one that is not kept, the server ends its side at once and closes it after two seconds.
 */
export function drainRequest(request: IncomingMessage, isKept: boolean): void {
  const { socket } = request
  const onClose = () => {
    clearTimeout(timer)
    // Node's server removes its reference to a request after the response. A handler that still reads would wait
    // forever.
    request.destroy(new Error('the connection was closed before the end of the body'))
  }
  if (!isKept) socket.end()
  const timer = setTimeout(() => socket.destroy(), isKept ? keepAliveTimeoutMs : closeTimeoutMs)
  request.on('error', () => {}).resume()
  if (socket.destroyed) {
    onClose()
    return
  }
  socket.once('close', onClose)
  if (!isKept) return
  request.once('end', () => {
    clearTimeout(timer)
    socket.off('close', onClose)
  })
}

/** The time within which a client must close a connection that the server has ended. */
export const closeTimeoutMs = 2_000
