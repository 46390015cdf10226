/**
 * The requests of one connection that node's server reads, until each has been answered.
 *
 * Node's server hands pipelined requests to the handler at once and sends the responses in order. A refusal that has
 * no response object - the parser failed, or CONNECT - must wait for the responses before it, and nothing may be served
 * after the last response of a connection.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** How long a client may take to close a connection that the server has ended. */
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

  /** Whether the connection ends with what is due on it, so that no later request may be served. */
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
   * Ends the connection with a refusal, after every response that is due. A request whose body is incomplete gets the
   * refusal as its response. `write` makes the text when its time has come; it is not called when the connection ends
   * without the refusal.
   */
  endWith(write: () => string): void {
    if (this.#writeRefusal) return
    const isLastWhole = this.#unanswered.at(-1)?.request.complete ?? true
    if (this.isEnding && isLastWhole && this.isBusy) return // the response that is due ends the connection
    this.#writeRefusal = write
    this.#settle()
  }

  /** Relays `drain` after the parser has let go of the connection. */
  readonly drained = (): void => {
    this.#unanswered[0]?.response.emit('drain')
  }

  #settle(): void {
    const [first] = this.#unanswered
    const write = this.#writeRefusal
    if (!write || first?.request.complete) return
    const socket = this.#socket
    // A response that has begun must not be continued with another one.
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
