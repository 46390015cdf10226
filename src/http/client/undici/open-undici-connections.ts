/**
 * The connections to one origin, as undici keeps them: the same promises as those of the client of the data plane.
 */
import type { Dispatcher, Pool } from 'undici'

import type { ConnectionsOptions } from '../connections.ts'
import { ConnectionsClosed } from '../errors.ts'
import { type OpenSocket, socketOpener } from '../open-socket.ts'
import { Request } from '../request.ts'
import type { AnswerHandler, Connections, OutgoingRequest, Sending } from '../types.ts'
import { createPool } from './create-pool.ts'
import { translating } from './translate-error.ts'
import { UndiciExchange } from './undici-exchange.ts'

const defaultMost = 1_024

/** For an `http` or `https` origin. Loads undici at the first request. */
export function openUndiciConnections(
  origin: string,
  { tls, most = defaultMost }: ConnectionsOptions = {},
): Connections {
  const url = new URL(origin)
  return new UndiciConnections(url, socketOpener(url, tls), most)
}

class UndiciConnections implements Connections {
  readonly #url: URL
  readonly #openSocket: OpenSocket
  readonly #most: number
  #pool: Pool | undefined
  /** Requests whose turn to be dispatched has not come. */
  #due: Request[] = []
  #isClosing = false
  #closed: Promise<void> | undefined

  constructor(url: URL, openSocket: OpenSocket, most: number) {
    this.#url = url
    this.#openSocket = openSocket
    this.#most = most
  }

  send(outgoing: OutgoingRequest, handler: AnswerHandler): Sending {
    if (this.#isClosing) throw new ConnectionsClosed('the connections are being closed')
    const request = new Request(outgoing, translating(handler), this.#url.host)
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

  #dispatch(request: Request): void {
    this.#pool ??= createPool(this.#url, this.#openSocket, this.#most)
    const exchange = new UndiciExchange(request)
    request.carrier = exchange
    this.#pool.dispatch(dispatchOptions(request, this.#url), exchange)
  }
}

function dispatchOptions({ outgoing, head }: Request, { origin, hostname }: URL): Dispatcher.DispatchOptions {
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
    ...(head.isLast && { reset: true }),
  }
}
