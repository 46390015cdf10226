/** Ends a connection whose response was sent before the body of the request was complete. */
import type { IncomingMessage } from 'node:http'

import { closeTimeoutMs } from './close-timeout.ts'

/**
 * Reads the rest of a body for a short time and then closes the connection. Without this, a TCP reset could destroy
 * the response before the client has read it (RFC 9112 section 9.6).
 */
export function drainRequest(request: IncomingMessage): void {
  const { socket } = request
  const onClose = () => {
    clearTimeout(timer)
    // Node's server removes its reference to a request after the response. A handler that still reads would wait
    // forever.
    request.destroy(new Error('the connection was closed before the end of the body'))
  }
  const timer = setTimeout(() => socket.destroy(), closeTimeoutMs)
  request.on('error', () => {}).resume()
  if (socket.destroyed) onClose()
  else {
    socket.once('close', onClose)
    request.once('end', () => {
      clearTimeout(timer)
      socket.off('close', onClose)
    })
  }
}
