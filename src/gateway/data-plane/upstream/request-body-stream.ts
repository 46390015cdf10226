/**
 * Streams the body of a call to an upstream.
 *
 * It separates the two connections: when the connection to the upstream is aborted, that of the caller stays open
 * for the response.
 */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { RequestBodyError } from '../../../shared/http/client/index.ts'
import { type BodyFollower, followBody, unfollowBody } from '../../../shared/http/request/follow-body.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'
import { RequestTooLongError } from './upstream-errors.ts'

export class RequestBodyStream extends Readable implements BodyFollower {
  readonly #request: IncomingMessage
  readonly #limit: number
  #length = 0
  #observer: ((part: Buffer | undefined) => void) | undefined

  /** A body above `limit` bytes destroys the stream with a `RequestTooLongError`. */
  constructor(request: IncomingMessage, limit: number) {
    super({ highWaterMark: 64 * 1024 })
    this.#request = request
    this.#limit = limit
    request.pause()
    followBody(request, this)
  }

  /** Calls the observer with each part, which it may not keep, and with undefined at the end of a complete body. */
  observe(observer: (part: Buffer | undefined) => void): void {
    this.#observer = observer
  }

  override _read(): void {
    this.#request.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    unfollowBody(this.#request)
    done(error)
  }

  onData(chunk: Buffer): void {
    this.#length += chunk.length
    this.#observer?.(chunk)
    if (this.#length > this.#limit) this.destroy(new RequestTooLongError(`more than ${this.#limit} bytes`))
    else if (!this.push(chunk)) this.#request.pause()
  }

  onEnd(): void {
    this.push(null)
    this.#observer?.(undefined)
  }

  onSlow(): void {
    this.destroy(new PeerTimeoutError('client'))
  }

  /** Handles a caller that disconnects: the stream fails, because a cut body must not look complete. */
  onClose(): void {
    if (!this.#request.readableEnded) this.destroy(new RequestBodyError('the caller disconnected'))
  }
}
