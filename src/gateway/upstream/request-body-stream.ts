/**
 * The body of a call, on its way to an upstream.
 *
 * It stands between the two connections so that giving up the upstream's does not tear down the caller's, which
 * still waits for an answer.
 */

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { BodyBroken } from '../../http/client/index.ts'
import { slowBody } from '../../http/inbound/body-pace.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'
import { RequestTooLongError } from './upstream-errors.ts'

export class RequestBodyStream extends Readable {
  readonly #request: IncomingMessage
  readonly #limit: number
  #length = 0

  /** More than `limit` bytes destroy it with a `TooLong`. */
  constructor(request: IncomingMessage, limit: number) {
    super({ highWaterMark: 64 * 1024 })
    this.#request = request
    this.#limit = limit
    request.pause()
    request.on('data', this.#onData)
    request.on('end', this.#onEnd)
    request.on('close', this.#onClose)
    request.on(slowBody, this.#onSlow)
  }

  override _read(): void {
    this.#request.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#request.off('data', this.#onData)
    this.#request.off('end', this.#onEnd)
    this.#request.off('close', this.#onClose)
    this.#request.off(slowBody, this.#onSlow)
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

  /** Closed before its end: the caller went away, and half a body must not look whole to the upstream. */
  readonly #onClose = (): void => {
    if (!this.#request.readableEnded) this.destroy(new BodyBroken('the caller went away'))
  }
}
