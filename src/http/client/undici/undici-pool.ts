/**
 * The connections to one origin, as undici keeps them: the same promises as those of the client of the data plane.
 */
import type { Dispatcher, Pool } from 'undici'

import type { ConnectionPoolOptions } from '../built-in/connection-pool.ts'
import { PoolClosedError } from '../exchange/errors.ts'
import { createSocketOpener, type OpenSocket } from '../exchange/open-socket.ts'
import type { ConnectionPool, OutgoingRequest, PendingRequest, ResponseHandler } from '../exchange/types.ts'
import { UpstreamRequest } from '../exchange/upstream-request.ts'
import { createUndiciPool } from './create-undici-pool.ts'
import { translateHandlerErrors } from './translate-errors.ts'
import { UndiciExchange } from './undici-exchange.ts'

const defaultMaxConnections = 1_024

/** For an `http` or `https` origin. Loads undici at the first request. */
export function openUndiciPool(
  origin: string,
  { tls, maxConnections: most = defaultMaxConnections }: ConnectionPoolOptions = {},
): ConnectionPool {
  const url = new URL(origin)
  return new UndiciPool(url, createSocketOpener(url, tls), most)
}

class UndiciPool implements ConnectionPool {
  readonly #url: URL
  readonly #openSocket: OpenSocket
  readonly #maxConnections: number
  #pool: Pool | undefined
  /** Requests whose turn to be dispatched has not come. */
  #due: UpstreamRequest[] = []
  #isClosing = false
  #closed: Promise<void> | undefined

  constructor(url: URL, openSocket: OpenSocket, most: number) {
    this.#url = url
    this.#openSocket = openSocket
    this.#maxConnections = most
  }

  send(outgoing: OutgoingRequest, handler: ResponseHandler): PendingRequest {
    if (this.#isClosing) throw new PoolClosedError('the connections are being closed')
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

  /** undici may call back at once, which `send` must not do. */
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
): Dispatcher.DispatchOptions {
  const { path, method, headers, body, upgrade } = outgoing
  return {
    origin,
    path,
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    upgrade: upgrade ?? null,
    // For undici a new name ends the connection; the sockets here have their own.
    ...{ servername: hostname },
    ...(head.closesConnection && { reset: true }),
  }
}
