/**
 * Closes an HTTP server without aborting requests: first `Connection: close` on every response (RFC 9112 section
 * 9.6), then idle connections are closed, and finally all others.
 */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { Server as NetServer } from 'node:net'
import type { FastPathServer } from '../fast-path/fast-path-server.ts'
import type { Http2Server } from '../http2/http2-server.ts'

export interface CloseTimeouts {
  /** The time in which requests in flight may finish. */
  graceMs: number
  /** The time for which idle connections stay open for one more request, whose response has `Connection: close`. */
  idleMs: number
}

/** The interval between two searches for connections that have become idle. */
const sweepMs = 50

/** The incomplete responses of Node's server. */
export interface OpenResponses {
  /** Adds `Connection: close` to all responses that have not begun, and to all later ones. */
  announceClose(): void
  /** Aborts all responses that are not complete. */
  destroyResponses(): void
}

/** What is closed together with a server. */
export interface Closing {
  fastPath: FastPathServer | undefined
  http2?: Http2Server | undefined
  responses: OpenResponses
}

/** Closes the server; resolves when no connection is left. Call `announceClose` on the responses before. */
export function closeServer(
  server: Server | TlsServer,
  { fastPath, http2, responses }: Closing,
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
      responses.destroyResponses()
      server.closeAllConnections()
      fastPath?.destroy()
      http2?.destroy()
    }, graceMs)

    // The `close` of Node's HTTP server would close idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle)
      clearTimeout(grace)
      clearInterval(sweep)
      fastPath?.destroy()
      http2?.destroy()
      server.close() // stops Node's timer for head timeouts
      resolve()
    })
    if (!idle) startSweep()
  })
}
