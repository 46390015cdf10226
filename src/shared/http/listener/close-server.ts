/**
 * Closes an HTTP server without aborting requests: first `Connection: close` on every response (RFC 9112 section
 * 9.6), then idle connections are closed, and finally all others.
 */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { Server as NetServer } from 'node:net'
import type { ConnectionReader } from '../inbound/connection-reader.ts'

export interface CloseTimeouts {
  /** The time in which requests in flight may finish. */
  graceMs: number
  /** The time for which idle connections stay open for one more request, whose response has `Connection: close`. */
  idleMs: number
}

/** The interval between two searches for connections that have become idle. */
const sweepMs = 50

/** Closes the server; resolves when no connection is left. Call `announceClose` of its readers before. */
export function closeServer(
  server: Server | TlsServer,
  readers: readonly ConnectionReader[],
  { graceMs, idleMs }: CloseTimeouts,
): Promise<void> {
  return new Promise((resolve) => {
    let sweep: NodeJS.Timeout | undefined
    const closeIdle = () => {
      for (const reader of readers) reader.closeIdle()
    }
    const destroy = () => {
      for (const { response } of readers.flatMap((reader) => reader.exchanges())) response.isCutOff = true
      for (const reader of readers) reader.destroy()
    }
    const startSweep = () => {
      closeIdle()
      sweep = setInterval(closeIdle, sweepMs)
    }
    const idle = idleMs > 0 ? setTimeout(startSweep, idleMs) : undefined
    const grace = setTimeout(destroy, graceMs)

    // The `close` of Node's HTTP server would close idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle)
      clearTimeout(grace)
      clearInterval(sweep)
      destroy()
      server.close() // stops Node's timer for head timeouts
      resolve()
    })
    if (!idle) startSweep()
  })
}
