/**
 * Ends a connection with a TCP reset (RFC 9293 section 3.5.2), so that the peer cannot take the end for an orderly one.
 */
import type { Socket } from 'node:net'

/** The connection below TLS, which node itself does not reset. */
interface Layered {
  _parent?: Socket | null
}

/** Drops what has not been sent. Does nothing on a connection that is closed. */
export function resetConnection(socket: Socket & Layered): void {
  const transport = socket._parent ?? socket
  if (!transport.destroyed) transport.resetAndDestroy()
  socket.destroy()
}
