/** Finds free ports for programs that cannot choose one themselves. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const attemptTimeoutMs = 1_000
const pauseMs = 25
/** Programs such as RabbitMQ start slowly on a busy core. */
const startTimeoutMs = 60_000

/** Resolves when an HTTP server answers. Rejects when it does not within a minute. */
export function waitUntilListening(port: number): Promise<void> {
  const signal = () => AbortSignal.timeout(attemptTimeoutMs)
  return retry(port, () => fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD', signal: signal() }))
}

/** Resolves when a port accepts connections. Rejects when it does not within a minute. */
export function waitUntilAccepting(port: number): Promise<void> {
  return retry(port, async () => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(attemptTimeoutMs) })
    } finally {
      socket.destroy()
    }
  })
}

async function retry(port: number, attempt: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    try {
      await attempt()
      return
    } catch (cause) {
      if (performance.now() > deadline) throw new Error(`port ${port} does not respond`, { cause })
      await wait(pauseMs)
    }
  }
}
