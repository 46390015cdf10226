/** Adapts the callbacks of undici to the handler of a request. */
import { type Duplex, Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { trimCharacters } from '../../../lib/text/trim-characters.ts'
import { isHeaderValue } from '../../message/header-lines.ts'
import { ConnectionClosedError, MalformedResponseError } from '../exchange/errors.ts'
import { interpretResponseHead, maxInterimResponses, type ParsedResponseHead } from '../exchange/response-head.ts'
import type { RequestConnection, UpstreamRequest } from '../exchange/upstream-request.ts'
import { isConnectionClosedError } from './translate-errors.ts'

export interface UndiciConnectionState {
  /** Whether the connection has served a request before. */
  hasServed: boolean
  /** The exchange that uses the connection, or has used it last. */
  exchange: UndiciExchange | undefined
}

export class UndiciExchange implements Dispatcher.DispatchHandler, RequestConnection {
  readonly #request: UpstreamRequest
  #controller: Dispatcher.DispatchController | undefined
  #isReused = false
  #hasHead = false
  #interimResponses = 0
  /** The connection of the undici client that dispatches the request. */
  connection: UndiciConnectionState | undefined

  constructor(request: UpstreamRequest) {
    this.#request = request
  }

  // The methods of `RequestConnection`.

  pause(): void {
    this.#controller?.pause()
  }

  resume(): void {
    this.#controller?.resume()
  }

  destroy(): void {
    this.#controller?.abort(new Error('the request was aborted'))
  }

  /** Must be called when the operating system has taken a part of the request. */
  onPartWritten(part: Buffer): void {
    const { body, onBodySent } = this.#request.outgoing
    if (body instanceof Readable) onBodySent?.(part)
  }

  // The callbacks of undici.

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#isReused = this.connection?.hasServed === true
    if (this.connection) this.connection.exchange = this
    if (this.#request.isOver) this.destroy()
    else if (this.#request.isPaused) this.pause()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, _: unknown, reason = ''): void {
    if (this.#request.isOver) return
    if (!isHeaderValue(reason)) throw new MalformedResponseError('the reason phrase contains control characters')
    const head = readHead(controller, status)
    if (status >= 200) {
      this.#hasHead = true
      this.#request.handler.onHead(head)
      return
    }
    this.#interimResponses += 1
    if (this.#interimResponses > maxInterimResponses)
      throw new MalformedResponseError(`there are more than ${maxInterimResponses} interim responses`)
    this.#request.handler.onInterim?.(head)
  }

  onResponseData(_: Dispatcher.DispatchController, part: Buffer): void {
    if (!this.#request.isOver) this.#request.handler.onData(part)
  }

  onResponseEnd(): void {
    const request = this.#request
    if (this.connection) this.connection.hasServed = true
    request.end()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#request.fail(
      isConnectionClosedError(error, this.#hasHead) ? new ConnectionClosedError(this.#isReused) : error,
    )
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController, status: number, _: unknown, socket: Duplex): void {
    const request = this.#request
    const { upgrade = '' } = request.outgoing
    const head = readHead(controller, status)
    const isRequested = head.upgrade?.toLowerCase() === upgrade.toLowerCase()
    if (request.isOver || !isRequested || !request.handler.onUpgrade) {
      socket.on('error', () => {}).destroy()
      request.fail(new MalformedResponseError('the upstream switched to a protocol that was not requested'))
      return
    }
    request.finish()
    request.handler.onUpgrade(head, socket)
  }
}

/** White space that undici leaves around a header value: RFC 9112 section 5. */
const outerSpace = '\t '

/** Reads the head with the same checks as the built-in client. Throws a `MalformedResponseError`. */
function readHead({ rawHeaders }: Dispatcher.DispatchController, status: number): ParsedResponseHead {
  const headers = (rawHeaders as Buffer[]).map((bytes) => trimCharacters(bytes.toString('latin1'), outerSpace))
  return interpretResponseHead({ status, version: '1.1', rawHeaders: headers })
}
