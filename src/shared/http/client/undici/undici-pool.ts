/** The undici implementation of `ConnectionPool`. It keeps the same contract as the built-in one. */
import { createRequire } from 'node:module'
import type * as undici from 'undici'
import type { Dispatcher, Pool } from 'undici'
import type { ConnectionPoolOptions } from '../built-in/connection-pool.ts'
import { PoolClosedError } from '../exchange/errors.ts'
import { createSocketOpener, type OpenSocket } from '../exchange/open-socket.ts'
import { listRequestHeaders } from '../exchange/request-head.ts'
import type { ConnectionPool, OutgoingRequest, PendingRequest, ResponseHandler } from '../exchange/types.ts'
import { UpstreamRequest } from '../exchange/upstream-request.ts'
import { trackWrites } from './track-writes.ts'
import { translateHandlerErrors } from './translate-errors.ts'
import { type UndiciConnectionState, UndiciExchange } from './undici-exchange.ts'

/** Returns a pool for an `http` or `https` origin. Loads undici at the first request. */
export function openUndiciPool(
  origin: string,
  { tls, connectTimeoutMs, maxConnections = 1_024 }: ConnectionPoolOptions = {},
): ConnectionPool {
  const url = new URL(origin)
  return new UndiciPool(url, createSocketOpener(url, tls, 'http/1.1', connectTimeoutMs), maxConnections)
}

class UndiciPool implements ConnectionPool {
  readonly #url: URL
  readonly #openSocket: OpenSocket
  readonly #maxConnections: number
  #pool: Pool | undefined
  /** Requests that will be dispatched in the next turn of the event loop. */
  #due: UpstreamRequest[] = []
  #isClosing = false
  #closed: Promise<void> | undefined

  constructor(url: URL, openSocket: OpenSocket, maxConnections: number) {
    this.#url = url
    this.#openSocket = openSocket
    this.#maxConnections = maxConnections
  }

  send(outgoing: OutgoingRequest, handler: ResponseHandler): PendingRequest {
    if (this.#isClosing) throw new PoolClosedError('the connection pool is closed')
    const request = new UpstreamRequest(outgoing, translateHandlerErrors(handler), this.#url.host)
    this.#due.push(request)
    if (this.#due.length === 1) setImmediate(this.#dispatchAll)
    return request
  }

  close(): Promise<void> {
    this.#isClosing = true
    this.#dispatchAll()
    this.#closed ??= this.#pool ? this.#pool.close() : Promise.resolve()
    return this.#closed
  }

  /** Dispatches requests in a later turn, because undici may call back immediately and `send` must not. */
  readonly #dispatchAll = (): void => {
    const due = this.#due
    this.#due = []
    for (const request of due) if (!request.isOver) this.#dispatch(request)
  }

  #dispatch(request: UpstreamRequest): void {
    this.#pool ??= createUndiciPool(this.#url, this.#openSocket, this.#maxConnections)
    const exchange = new UndiciExchange(request)
    request.connection = exchange
    this.#pool.dispatch(dispatchOptions(request, this.#url), exchange)
  }
}

function dispatchOptions(
  { outgoing, head }: UpstreamRequest,
  { origin, hostname }: URL,
): Dispatcher.DispatchOptions & { servername: string } {
  const { path, method, body, upgrade } = outgoing
  return {
    origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers: listRequestHeaders(outgoing),
    body: body ?? null,
    upgrade: upgrade ?? null,
    // undici closes a connection when the server name changes. A constant name prevents that; the sockets
    // choose their own server name.
    servername: hostname,
    ...(head.closesConnection && { reset: true }),
  }
}

/** The idle timeouts of the built-in client. */
const idleLimits = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 600_000, keepAliveTimeoutThreshold: 2_000 }

/** Creates an undici pool whose clients record whether their connection has served a request. */
function createUndiciPool(url: URL, openSocket: OpenSocket, connections: number): Pool {
  const { Client, Pool } = loadUndici()

  /** A client of undici. It has one connection at a time. */
  class TrackedClient extends Client {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      if (handler instanceof UndiciExchange) handler.connection = this.#state
      return super.dispatch(options, handler)
    }

    readonly #state: UndiciConnectionState = { hasServed: false, exchange: undefined }

    constructor(origin: URL, options: object) {
      super(origin, {
        ...options,
        connect: (_, callback) => {
          const socket = openSocket({ onReady: () => callback(null, socket) })
          socket.once('error', (error) => callback(error, null))
          trackWrites(socket, (part) => this.#state.exchange?.onPartWritten(part))
          return socket
        },
      })
      this.on('disconnect', () => {
        this.#state.hasServed = false
      })
    }
  }

  return new Pool(url.origin, {
    ...idleLimits,
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: 64 * 1024,
    headersTimeout: 0, // the sender of a request sets its timeouts
    bodyTimeout: 0,
    factory: (origin, options) => new TrackedClient(origin, options),
  })
}

type UndiciClasses = { Client: typeof undici.Client; Pool: typeof undici.Pool }

let loaded: UndiciClasses | undefined

/**
 * Returns the classes of undici that are used here. They are loaded at the first request, which takes about 50 ms: the
 * entry point of undici also loads fetch, caches and mocks, and half of the gateway's processes send no request through
 * undici.
 */
function loadUndici(): UndiciClasses {
  if (loaded) return loaded
  const load = createRequire(import.meta.url)
  loaded = {
    Client: load('undici/lib/dispatcher/client.js') as typeof undici.Client,
    Pool: load('undici/lib/dispatcher/pool.js') as typeof undici.Pool,
  }
  return loaded
}
