/**
 * Streams the body of a call to an upstream.
 *
 * It separates the two connections: when the connection to the upstream is aborted, that of the caller stays open
 * for the response.
 */

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { RequestBodyError } from '../../http/client/index.ts'
import { slowBodyEvent } from '../../http/inbound/min-body-rate.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'
import { RequestTooLongError } from './upstream-errors.ts'

export class RequestBodyStream extends Readable {
  readonly #request: IncomingMessage
  readonly #limit: number
  #length = 0

  /** A body above `limit` bytes destroys the stream with a `RequestTooLongError`. */
  constructor(request: IncomingMessage, limit: number) {
    super({ highWaterMark: 64 * 1024 })
    this.#request = request
    this.#limit = limit
    request.pause()
    request.on('data', this.#onData)
    request.on('end', this.#onEnd)
    request.on('close', this.#onClose)
    request.on(slowBodyEvent, this.#onSlow)
  }

  override _read(): void {
    this.#request.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#request.off('data', this.#onData)
    this.#request.off('end', this.#onEnd)
    this.#request.off('close', this.#onClose)
    this.#request.off(slowBodyEvent, this.#onSlow)
    done(error)
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#length += chunk.length
    if (this.#length > this.#limit) this.destroy(new RequestTooLongError(`more than ${this.#limit} bytes`))
    else if (!this.push(chunk)) this.#request.pause()
  }

  readonly #onEnd = (): void => {
    this.push(null)
  }

  readonly #onSlow = (): void => {
    this.destroy(new PeerTimeoutError('client'))
  }

  /**
   * Handles a caller that disconnects before the end of the body: the stream fails, because a body that is cut
   * short must not look complete to the upstream.
   */
  readonly #onClose = (): void => {
    if (!this.#request.readableEnded) this.destroy(new RequestBodyError('the caller disconnected'))
  }
}
