/** Closes a connection with a TCP reset (RFC 9293 section 3.5.2), which no peer mistakes for an orderly close. */
import type { Socket } from 'node:net'

/** The TCP socket below a TLS socket. Node's `resetAndDestroy` does not reach it. */
type Layered = { _parent?: Socket | null }

/** Resets the connection and drops unsent bytes. Does nothing when the connection is closed. */
export function resetConnection(socket: Socket & Layered): void {
  const transport = socket._parent ?? socket
  transport.resetAndDestroy()
  socket.destroy()
}
