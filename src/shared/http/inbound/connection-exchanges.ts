/**
 * The requests of one connection of Node's server that have no complete response yet.
 *
 * Pipelined requests are served one after the other, and the socket is not read while one of them waits: otherwise a
 * client could start thousands of calls in one turn of the event loop. An error that has no response object, because
 * the parser failed or the method is CONNECT, must wait for the responses before it. After the last response of a
 * connection no request may be served.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closeTimeoutMs, drainRequest } from './drain-request.ts'

/** A request with its response. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

export class ConnectionExchanges {
  readonly #socket: Duplex
  readonly #unanswered: ServerResponse[] = []
  /** One function for all responses: a closure for each would cost more than the rest. */
  readonly #onClose: (this: ServerResponse) => void
  readonly #serve: (response: ServerResponse) => void
  /** The request whose rest is read and dropped, after its response. */
  #drained: IncomingMessage | undefined
  #writeRefusal: (() => string) | undefined

  /** `serve` gets each response when those before it have been sent. */
  constructor(socket: Duplex, serve: (response: ServerResponse) => void) {
    this.#socket = socket
    this.#serve = serve
    const end = (response: ServerResponse) => this.end(response)
    this.#onClose = function onClose() {
      end(this)
    }
    // Node's server resumes the socket at the end of each request, and when a handler reads a body.
    socket.on('resume', () => this.#unanswered.length > 1 && socket.pause())
  }

  get isBusy(): boolean {
    return this.#unanswered.length > 0
  }

  /** Whether the connection ends with a response that is due, so that no later request may be served. */
  get isEnding(): boolean {
    if (this.#writeRefusal !== undefined || this.#socket.writableEnded) return true
    return this.#unanswered.at(-1)?.shouldKeepAlive === false
  }

  /** The requests without a complete response. */
  get inProgress(): Exchange[] {
    return this.#unanswered.map((response) => ({ request: response.req, response }))
  }

  /** The request that is served, when its body has not arrived completely. */
  get incomplete(): Exchange | undefined {
    const [response] = this.#unanswered
    return response && !response.req.complete ? { request: response.req, response } : undefined
  }

  /** Begins an exchange, which ends when the response has closed. */
  begin(response: ServerResponse): void {
    this.#drained = undefined
    response.on('close', this.#onClose)
    const count = this.#unanswered.push(response)
    if (count === 1) this.#serve(response)
    // A `data` listener ends the direct reads of Node's parser, which lose bytes when a TLS socket is paused.
    if (count === 2) this.#socket.on('data', ignore).off('data', ignore).pause()
  }

  /** Ends an exchange whose response has been sent completely, or whose connection has closed. */
  end(response: ServerResponse): void {
    const index = this.#unanswered.indexOf(response)
    this.#unanswered.splice(index, 1)
    if (response.writableFinished) this.#afterResponse(response)
    if (this.#writeRefusal) this.#settle(this.#writeRefusal)
    const [next] = this.#unanswered
    if (!next || index > 0) return
    if (this.#unanswered.length === 1) this.#socket.resume()
    setImmediate(() => this.#socket.writable && this.#serve(next))
  }

  /** Makes the responses that have not begun the last ones of the connection. */
  announceClose(): void {
    for (const response of this.#unanswered) if (!response.headersSent) response.shouldKeepAlive = false
    if (this.#drained && !this.#drained.complete) drainRequest(this.#drained, false)
  }

  /** Aborts all responses that are not complete, and the connection, which may have become a WebSocket. */
  destroy(): void {
    for (const response of [...this.#unanswered]) response.destroy()
    this.#socket.destroy()
  }

  /** Starts a timeout of the socket when the client does not read a response. */
  checkReader(stalledReaderTimeoutMs: number): void {
    const socket = this.#socket as Socket
    if (socket.writableLength > 0 && socket.timeout !== stalledReaderTimeoutMs)
      socket.setTimeout(stalledReaderTimeoutMs)
  }

  /** Handles the timeout of the socket. A connection that waits for the handler stays open. */
  onTimeout(): void {
    const socket = this.#socket as Socket
    if (this.isBusy && socket.writableLength === 0) socket.setTimeout(0)
    else socket.destroy()
  }

  /**
   * Ends the connection with an error response, after all responses that are due. A request with an incomplete body
   * gets this response. `write` renders the response when it is sent; it is not called when the connection ends
   * before that.
   */
  endWith(write: () => string): void {
    if (this.#writeRefusal) return
    const last = this.#unanswered.at(-1)
    if (last?.shouldKeepAlive === false && last.req.complete) return // that response ends the connection
    this.#writeRefusal = write
    this.#settle(write)
  }

  /** Emits `drain` on the current response after the parser has released the connection. */
  readonly drained = (): void => {
    this.#unanswered[0]?.emit('drain')
  }

  /** Drops the rest of the request, or ends a connection that Node's server leaves open after its last response. */
  #afterResponse({ req, shouldKeepAlive }: ServerResponse): void {
    if (!shouldKeepAlive && !this.#socket.writableEnded) drainRequest(req, false)
    else if (!req.complete) {
      this.#drained = req
      drainRequest(req, true)
    }
  }

  #settle(write: () => string): void {
    const [first] = this.#unanswered
    if (first?.req.complete) return
    const socket = this.#socket
    // A response that has begun must not be followed by another one.
    if (!socket.writable || first?.headersSent) {
      socket.destroy()
      return
    }
    socket.end(write(), 'latin1')
    const timer = setTimeout(() => socket.destroy(), closeTimeoutMs)
    socket.once('close', () => clearTimeout(timer))
    socket.resume()
  }
}

function ignore(): void {}
