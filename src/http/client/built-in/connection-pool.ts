/**
 * The connections to one origin, and the requests that wait for one.
 *
 * Requests leave once in a turn of the event loop, when all that had come in by then has been read, and a connection
 * rests for a turn before it is used again: what an upstream sends behind its answer, an end or another answer that
 * nobody asked for, is seen in time.
 */
import type { TlsConnectOptions } from '../../../lib/files/tls-files.ts'
import { PoolClosedError } from '../exchange/errors.ts'
import type { ConnectionPool, OutgoingRequest, PendingRequest, ResponseHandler } from '../exchange/types.ts'
import { UpstreamRequest } from '../exchange/upstream-request.ts'
import { createDialer, type Dial } from './dial.ts'
import { type ConnectionOwner, UpstreamConnection } from './upstream-connection.ts'

const defaultMaxConnections = 1_024
const sweepEveryMs = 1_000

export interface ConnectionPoolOptions {
  /** What a TLS profile names. */
  tls?: TlsConnectOptions | undefined
  /** Requests for which there are not enough connections wait for their turn: 1,024 unless it says otherwise. */
  maxConnections?: number
}

/** For an `http` or `https` origin. */
export function openConnectionPool(
  origin: string,
  { tls, maxConnections: most = defaultMaxConnections }: ConnectionPoolOptions = {},
): ConnectionPool {
  const url = new URL(origin)
  return new BuiltInPool(url.host, createDialer(url, tls), most)
}

class BuiltInPool implements ConnectionPool, ConnectionOwner {
  readonly #host: string
  readonly #dial: Dial
  readonly #maxConnections: number
  readonly #waiting: UpstreamRequest[] = []
  /** The one that was used last is last, and is used next: the others may rest and be closed. */
  readonly #idle: UpstreamConnection[] = []
  /** Those that have become free in this turn. */
  #resting: UpstreamConnection[] = []
  readonly #closed = Promise.withResolvers<void>()
  #count = 0
  #isScheduled = false
  #isSweeping = false
  #isClosing = false

  constructor(host: string, dial: Dial, most: number) {
    this.#host = host
    this.#dial = dial
    this.#maxConnections = most
  }

  send(outgoing: OutgoingRequest, handler: ResponseHandler): PendingRequest {
    if (this.#isClosing) throw new PoolClosedError('the connections are being closed')
    const request = new UpstreamRequest(outgoing, handler, this.#host)
    this.#waiting.push(request)
    this.#scheduleSending()
    return request
  }

  close(): Promise<void> {
    this.#isClosing = true
    for (const connection of [...this.#idle, ...this.#resting]) connection.destroy()
    this.#settle()
    return this.#closed.promise
  }

  onFree(connection: UpstreamConnection): void {
    if (this.#isClosing && this.#waiting.length === 0) {
      connection.destroy()
      return
    }
    this.#resting.push(connection)
    this.#scheduleSending()
    this.#sweepLater()
  }

  onGone(connection: UpstreamConnection): void {
    this.#count -= 1
    const index = this.#idle.indexOf(connection)
    if (index >= 0) this.#idle.splice(index, 1)
    if (this.#waiting.length > 0) this.#scheduleSending()
    this.#settle()
  }

  #scheduleSending(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(this.#sendWaiting)
  }

  /** Sends what waits, as far as there are connections. */
  readonly #sendWaiting = (): void => {
    this.#isScheduled = false
    let gone = 0
    for (const request of this.#waiting) {
      if (!request.isOver && !this.#trySend(request, this.#waiting.length - gone)) break
      gone += 1
    }
    this.#waiting.splice(0, gone)
    this.#releaseResting()
    this.#settle()
  }

  #releaseResting(): void {
    if (this.#resting.length === 0) return
    for (const connection of this.#resting) if (connection.isOpen) this.#idle.push(connection)
    this.#resting = []
    if (this.#waiting.length > 0) this.#scheduleSending()
  }

  /** False: it has to wait, as all so many requests do that are left. */
  #trySend(request: UpstreamRequest, left: number): boolean {
    const idle = request.isUpgrade ? undefined : this.#takeIdle()
    if (idle) {
      idle.sendNext(request)
      return true
    }
    if (!request.isUpgrade && this.#resting.length >= left) return false
    if (this.#count === this.#maxConnections) {
      this.#idle.shift()?.destroy() // makes room for one that switches protocols
      return false
    }
    this.#count += 1
    new UpstreamConnection(this, this.#dial, request)
    return true
  }

  #takeIdle(): UpstreamConnection | undefined {
    const now = performance.now()
    for (let last = this.#idle.pop(); last; last = this.#idle.pop()) {
      if (last.isOpen && last.idleUntil > now) return last
      last.destroy()
    }
    return undefined
  }

  #sweepLater(): void {
    if (this.#isSweeping) return
    this.#isSweeping = true
    setTimeout(this.#sweep, sweepEveryMs).unref()
  }

  /** Closes the connections whose time is over. */
  readonly #sweep = (): void => {
    this.#isSweeping = false
    const now = performance.now()
    for (const connection of this.#idle) if (connection.idleUntil <= now) connection.destroy()
    if (this.#idle.length > 0 || this.#resting.length > 0) this.#sweepLater()
  }

  #settle(): void {
    if (this.#isClosing && this.#count === 0 && this.#waiting.length === 0) this.#closed.resolve()
  }
}
