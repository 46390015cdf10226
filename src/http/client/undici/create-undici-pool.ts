/** Creates an undici pool whose clients record whether their connection has served a request. */
import type { Dispatcher, Pool } from 'undici'

import type { OpenSocket } from '../exchange/open-socket.ts'
import { loadUndici } from './load-undici.ts'
import { trackWrites } from './track-writes.ts'
import { type UndiciConnectionState, UndiciExchange } from './undici-exchange.ts'

/** The idle timeouts of the built-in client. */
const idleLimits = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 600_000, keepAliveTimeoutThreshold: 2_000 }

export function createUndiciPool(url: URL, openSocket: OpenSocket, connections: number): Pool {
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
