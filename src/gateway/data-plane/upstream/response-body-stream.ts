/** The body of a response as a stream, for the next `invoke` of the call. */
import { Readable } from 'node:stream'
import type { BodySink, UnreadResponseBody } from '../call/call-message.ts'

export class ResponseBodyStream extends Readable implements BodySink {
  readonly #exchange: UnreadResponseBody
  #resume: (() => void) | undefined
  #isFlowing = false

  constructor(exchange: UnreadResponseBody) {
    super({ highWaterMark: 64 * 1024 })
    this.#exchange = exchange
  }

  override _read(): void {
    if (!this.#isFlowing) {
      this.#isFlowing = true
      this.#exchange.flowTo(this)
      return
    }
    const resume = this.#resume
    this.#resume = undefined
    resume?.()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#exchange.cancel()
    done(error)
  }

  write(chunk: Buffer): boolean {
    return this.push(chunk)
  }

  onDrain(resume: () => void): void {
    this.#resume = resume
  }

  end(): void {
    this.push(null)
  }

  fail(error: Error): void {
    this.destroy(error)
  }
}
