/**
 * The requests of one connection of Node's server that have no complete response yet.
 *
 * Node's server passes pipelined requests to the handler at once and sends the responses in order. An error that
 * has no response object, because the parser failed or the method is CONNECT, must wait for the responses before
 * it. After the last response of a connection no request may be served.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The time within which a client must close a connection that the server has ended. */
export const closeTimeoutMs = 2_000

export class ConnectionExchanges {
  readonly #socket: Duplex
  readonly #unanswered: Exchange[] = []
  #writeRefusal: (() => string) | undefined

  constructor(socket: Duplex) {
    this.#socket = socket
  }

  get isBusy(): boolean {
    return this.#unanswered.length > 0
  }

  /** Whether the connection ends with a response that is due, so that no later request may be served. */
  get isEnding(): boolean {
    return this.#writeRefusal !== undefined || this.#unanswered.at(-1)?.response.shouldKeepAlive === false
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response }
    this.#unanswered.push(exchange)
    response.once('close', () => {
      this.#unanswered.splice(this.#unanswered.indexOf(exchange), 1)
      this.#settle()
    })
  }

  /**
   * Ends the connection with an error response, after all responses that are due. A request with an incomplete
   * body gets this response. `write` renders the response when it is sent; it is not called when the connection
   * ends before that.
   */
  endWith(write: () => string): void {
    if (this.#writeRefusal) return
    const isLastWhole = this.#unanswered.at(-1)?.request.complete ?? true
    if (this.isEnding && isLastWhole && this.isBusy) return // the last response ends the connection
    this.#writeRefusal = write
    this.#settle()
  }

  /** Emits `drain` on the current response after the parser has released the connection. */
  readonly drained = (): void => {
    this.#unanswered[0]?.response.emit('drain')
  }

  #settle(): void {
    const [first] = this.#unanswered
    const write = this.#writeRefusal
    if (!write || first?.request.complete) return
    const socket = this.#socket
    // A response that has begun must not be followed by another one.
    if (!socket.writable || first?.response.headersSent) {
      socket.destroy()
      return
    }
    socket.end(write(), 'latin1')
    const timer = setTimeout(() => socket.destroy(), closeTimeoutMs)
    socket.once('close', () => clearTimeout(timer))
    socket.resume()
  }
}
