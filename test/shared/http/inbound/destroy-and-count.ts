import type { Duplex } from 'node:stream'

/** Destroys a socket, and returns how to count the later attempts to destroy it. */
export function destroyAndCount(socket: Duplex): () => number {
  let count = 0
  socket.destroy()
  socket.destroy = () => {
    count += 1
    return socket
  }
  return () => count
}
