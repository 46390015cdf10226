/** A link to a server on this machine that a test can break. */
import { connect, createServer, type Socket } from 'node:net'

/** A link that listens on a port of its own and forwards to the server. */
export interface TcpLink {
  port: number
  /** Drops what the server answers, until the next cut. */
  swallowAnswers(): void
  /** Closes all connections. New ones are forwarded. */
  cut(): void
  /** Forwards nothing in either direction, on open and on new connections, without closing them. */
  isolate(): void
  /** Ends `isolate`; connections of that time are closed. */
  reconnect(): void
  close(): void
}

/** Opens a link to a port of 127.0.0.1. */
export async function openTcpLink(target: number): Promise<TcpLink> {
  const sockets = new Set<Socket>()
  let isSwallowing = false
  let isIsolated = false
  const listener = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (bytes) => !isIsolated && far.write(bytes))
    far.on('data', (bytes) => !isIsolated && !isSwallowing && near.write(bytes))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))

  function cut(): void {
    for (const socket of sockets) socket.destroy()
    isSwallowing = false
  }

  return {
    port: (listener.address() as { port: number }).port,
    swallowAnswers() {
      isSwallowing = true
    },
    cut,
    isolate() {
      isIsolated = true
    },
    reconnect() {
      isIsolated = false
      cut()
    },
    close() {
      cut()
      listener.close()
    },
  }
}
