/** Passes the body of a response to a sink, at the pace of the sink. Parts are kept until one is attached. */
import { Readable } from 'node:stream'
import type { BodySink, UnreadResponseBody } from '../call/call-message.ts'

/** The exchange that receives the body. */
export interface BodySource {
  /** Called when more parts may arrive: after the sink has drained, or when a sink is attached. */
  onResume(): void
}

export class ResponseBodyFlow {
  readonly #source: BodySource
  #sink: BodySink | undefined
  /** The parts that arrived before a sink was attached. */
  #pendingParts: Buffer[] | undefined
  #outcome: 'complete' | Error | undefined
  /** When the sink asked to pause, on the monotonic clock in milliseconds; undefined while the body flows. */
  pausedSince: number | undefined

  constructor(source: BodySource) {
    this.#source = source
  }

  get hasSink(): boolean {
    return this.#sink !== undefined
  }

  /** Attaches the sink and passes the body to it from the first byte. It may be called once. */
  flowTo(sink: BodySink): void {
    this.#sink = sink
    for (const chunk of this.#pendingParts ?? []) sink.write(chunk)
    this.#pendingParts = undefined
    if (this.#outcome === 'complete') sink.end()
    else if (this.#outcome) sink.fail(this.#outcome)
    else this.#source.onResume()
  }

  /** Passes a part of the body. Returns false when the sender must pause. */
  push(chunk: Buffer): boolean {
    if (!this.#sink) {
      this.#pendingParts ??= []
      this.#pendingParts.push(chunk)
      return false
    }
    if (this.#sink.write(chunk)) return true
    if (this.pausedSince === undefined) {
      this.pausedSince = performance.now()
      this.#sink.onDrain(() => {
        this.pausedSince = undefined
        this.#source.onResume()
      })
    }
    return false
  }

  /** Passes a whole short body, as latin1 text. Returns false when the sender must pause. */
  pushWhole(text: string): boolean {
    if (!this.#sink?.endWithText) return this.push(Buffer.from(text, 'latin1'))
    this.#sink.endWithText(text)
    return true
  }

  end(): void {
    this.#outcome = 'complete'
    this.#sink?.end()
  }

  fail(error: Error): void {
    this.#outcome = error
    this.#sink?.fail(error)
  }
}

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
