/** A port that forwards connections to the server of the running test, so that all servers share one origin. */
import { connect, createServer, type Socket } from 'node:net'

export interface Relay {
  /** The port of 127.0.0.1 on which the relay listens. */
  port: number
  /** Closes all connections and forwards new ones to another port of 127.0.0.1. */
  forwardTo(port: number): void
}

/** Opens a relay, which does not keep its process running. */
export async function openRelay(): Promise<Relay> {
  const sockets = new Set<Socket>()
  let target = 0
  const listener = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  listener.unref()
  return {
    port: (listener.address() as { port: number }).port,
    forwardTo(port) {
      for (const socket of sockets) socket.destroy()
      target = port
    },
  }
}
