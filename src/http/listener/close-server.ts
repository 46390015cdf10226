/**
 * The end of an HTTP server without broken requests: `Connection: close` on every response (RFC 9112 section 9.6), then
 * idle connections, then whatever is left.
 */
import type { Server, ServerResponse } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { Server as NetServer } from 'node:net'

import type { FastPathServer } from '../fast-path/fast-path-server.ts'

export interface CloseTimeouts {
  /** How long requests in flight may take. */
  graceMs: number
  /** How long idle connections wait for one more request, whose response then says `Connection: close`. */
  idleMs: number
}

/** How often connections that have become idle are looked for. */
const sweepMs = 50

/** The responses of node's server that are under way. */
export interface OpenResponses {
  /** Every response that has not begun says that it is the last one of its connection. */
  announceClose(): void
  /** Breaks those off that are not complete. */
  destroy(): void
}

/** Call it before the server has other listeners for requests. */
export function trackResponses(server: Server | TlsServer): OpenResponses {
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

    destroy() {
      for (const response of open) response.destroy()
    },
  }
}

/** What is closed together with a server. */
export interface Closing {
  fastPath: FastPathServer | undefined
  responses: OpenResponses
}

/** Settles when no connection is left. The responses must say `Connection: close` already. */
export function closeServer(
  server: Server | TlsServer,
  { fastPath, responses }: Closing,
  { graceMs, idleMs }: CloseTimeouts,
): Promise<void> {
  return new Promise((resolve) => {
    let sweep: NodeJS.Timeout | undefined
    const closeIdle = () => {
      server.closeIdleConnections()
      fastPath?.closeIdle()
    }
    const startSweep = () => {
      closeIdle()
      sweep = setInterval(closeIdle, sweepMs)
    }
    const idle = idleMs > 0 ? setTimeout(startSweep, idleMs) : undefined
    const grace = setTimeout(() => {
      responses.destroy()
      server.closeAllConnections()
      fastPath?.destroy()
    }, graceMs)

    // The method of node's HTTP server closes idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle)
      clearTimeout(grace)
      clearInterval(sweep)
      fastPath?.destroy()
      server.close() // stops the timer that looks for late heads
      resolve()
    })
    if (!idle) startSweep()
  })
}
