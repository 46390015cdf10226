/**
 * The end of an HTTP server without broken requests: `Connection: close` on every response (RFC 9112 section 9.6), then
 * idle connections, then whatever is left.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { Server as NetServer } from 'node:net'

import type { PlainServer } from './plain/plain-server.ts'

export interface CloseLimits {
  /** How long requests in flight may take. */
  graceMs: number
  /** How long idle connections wait for one more request, whose response then says `Connection: close`. */
  idleMs: number
}

/** How often connections that have become idle are looked for. */
const sweepMs = 50

/** Lets responses of node's server say that they are the last ones of their connections. Call before other listeners. */
export function markLastResponses(server: Server | TlsServer): { announceClose(): void } {
  const open = new Set<ServerResponse>()
  let isClosing = false
  server.on('request', (_, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return {
    announceClose() {
      isClosing = true
      for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false
    },
  }
}

/** Settles when no connection is left. The responses must say `Connection: close` already. */
export function closeServer(
  server: Server | TlsServer,
  inFront: PlainServer | undefined,
  { graceMs, idleMs }: CloseLimits,
): Promise<void> {
  return new Promise((resolve) => {
    let sweep: NodeJS.Timeout | undefined
    const closeIdle = () => {
      server.closeIdleConnections()
      inFront?.closeIdle()
    }
    const startSweep = () => {
      closeIdle()
      sweep = setInterval(closeIdle, sweepMs)
    }
    const idle = idleMs > 0 ? setTimeout(startSweep, idleMs) : undefined
    const grace = setTimeout(() => {
      server.closeAllConnections()
      inFront?.end()
    }, graceMs)

    // The method of node's HTTP server closes idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle)
      clearTimeout(grace)
      clearInterval(sweep)
      inFront?.end()
      server.close() // stops the timer that looks for late heads
      resolve()
    })
    if (!idle) startSweep()
  })
}
