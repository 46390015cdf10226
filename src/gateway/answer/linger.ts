/**
 * A caller that is answered while it is still sending gets a moment to notice.
 *
 * Closing at once could destroy the answer on its way (RFC 9112 section 9.6); reading on for ever would let a
 * refused caller keep the gateway busy.
 */
import type { IncomingMessage } from 'node:http'

const patienceMs = 2_000

/** Drops what is left of a request's body, and its connection when that takes too long. */
export function linger(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => request.socket.destroy(), patienceMs)
  timer.unref()
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
  request.resume()
}
