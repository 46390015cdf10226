/**
 * The body of a call, on its way to an upstream.
 *
 * It stands between the two connections so that giving up the upstream's does not tear down the caller's, which
 * still waits for an answer.
 */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

export class RequestBody extends Readable {
  readonly #request: IncomingMessage

  constructor(request: IncomingMessage) {
    super({ highWaterMark: 64 * 1024 })
    this.#request = request
    request.pause()
    request.on('data', this.#onData)
    request.on('end', this.#onEnd)
    request.on('close', this.#onClose)
  }

  override _read(): void {
    this.#request.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#request.off('data', this.#onData)
    this.#request.off('end', this.#onEnd)
    this.#request.off('close', this.#onClose)
    done(error)
  }

  readonly #onData = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.#request.pause()
  }

  readonly #onEnd = (): void => {
    this.push(null)
  }

  /** Closed before its end: the caller went away, and half a body must not look whole to the upstream. */
  readonly #onClose = (): void => {
    if (!this.#request.readableEnded) this.destroy(new Error('the caller went away'))
  }
}
