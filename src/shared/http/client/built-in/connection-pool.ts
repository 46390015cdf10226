/**
 * The built-in implementation of `ConnectionPool`: the connections to one origin, and a queue of requests that
 * wait for a connection.
 *
 * The pool sends waiting requests once per turn of the event loop, after all bytes that had arrived were read. A
 * connection that has become free is reused in the next turn at the earliest. So the pool notices when an
 * upstream closes the connection right after a response, or sends bytes that belong to no request, before it
 * sends another request on that connection.
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
  /** The certificates and keys of a TLS profile. */
  tls?: TlsConnectOptions | undefined
  /** The maximum number of open connections; 1,024 by default. Further requests wait for a free connection. */
  maxConnections?: number
  /** How long a connection may take to be ready, with its TLS handshake; 10 s by default. */
  connectTimeoutMs?: number | undefined
}

/** Returns a pool for an `http` or `https` origin. It connects when the first request is sent. */
export function openConnectionPool(
  origin: string,
  { tls, connectTimeoutMs, maxConnections = defaultMaxConnections }: ConnectionPoolOptions = {},
): ConnectionPool {
  const url = new URL(origin)
  return new BuiltInPool(url.host, createDialer(url, tls, connectTimeoutMs), maxConnections)
}

class BuiltInPool implements ConnectionPool, ConnectionOwner {
  readonly #host: string
  readonly #dial: Dial
  readonly #maxConnections: number
  readonly #waiting: UpstreamRequest[] = []
  /** The idle connections. The last one was used last and is reused first: the others reach their idle timeout. */
  readonly #idle: UpstreamConnection[] = []
  /** Connections that became free in this turn of the event loop. */
  #resting: UpstreamConnection[] = []
  readonly #closed = Promise.withResolvers<void>()
  #count = 0
  #isScheduled = false
  #isSweeping = false
  #isClosing = false

  constructor(host: string, dial: Dial, maxConnections: number) {
    this.#host = host
    this.#dial = dial
    this.#maxConnections = maxConnections
  }

  send(outgoing: OutgoingRequest, handler: ResponseHandler): PendingRequest {
    if (this.#isClosing) throw new PoolClosedError('the connection pool is closed')
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

  /** Sends waiting requests in their order until no connection is available. */
  readonly #sendWaiting = (): void => {
    this.#isScheduled = false
    let sent = 0
    for (const request of this.#waiting) {
      if (!request.isOver && !this.#trySend(request, this.#waiting.length - sent)) break
      sent += 1
    }
    this.#waiting.splice(0, sent)
    this.#releaseResting()
    this.#settle()
  }

  #releaseResting(): void {
    if (this.#resting.length === 0) return
    for (const connection of this.#resting) if (connection.isOpen) this.#idle.push(connection)
    this.#resting = []
    if (this.#waiting.length > 0) this.#scheduleSending()
  }

  /** Returns false when the request must wait. `left` is the number of waiting requests, this one included. */
  #trySend(request: UpstreamRequest, left: number): boolean {
    const isUpgrade = request.outgoing.upgrade !== undefined
    const idle = isUpgrade ? undefined : this.#takeIdle()
    if (idle) {
      idle.sendNext(request)
      return true
    }
    if (!isUpgrade && this.#resting.length >= left) return false
    if (this.#count === this.#maxConnections) {
      this.#idle.shift()?.destroy() // makes room for a connection that switches protocols
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

  /** Closes connections whose idle timeout has passed. */
  readonly #sweep = (): void => {
    this.#isSweeping = false
    const now = performance.now()
    for (const connection of this.#idle) if (connection.idleUntil <= now) connection.destroy()
    if (this.#count > 0) this.#sweepLater()
  }

  #settle(): void {
    if (this.#isClosing && this.#count === 0 && this.#waiting.length === 0) this.#closed.resolve()
  }
}
