/**
 * The body of an answer on its way to whoever takes it, no faster than it is taken.
 */

import type { BodySink } from '../call/call-message.ts'

export class BodyFlow {
  readonly #resume: () => void
  #sink: BodySink | undefined
  /** Parts that came while nobody was there to take them. */
  #held: Buffer[] | undefined
  #outcome: 'complete' | Error | undefined
  /** When the sink asked to hold on; undefined while it takes what comes. */
  pausedSince: number | undefined

  /** `resume` is called when more may come after `push` said no, or after nobody was there. */
  constructor(resume: () => void) {
    this.#resume = resume
  }

  get hasSink(): boolean {
    return this.#sink !== undefined
  }

  /** Hands the body to a sink, from its first byte. Once. */
  flowTo(sink: BodySink): void {
    this.#sink = sink
    for (const chunk of this.#held ?? []) sink.write(chunk)
    this.#held = undefined
    if (this.#outcome === 'complete') sink.end()
    else if (this.#outcome) sink.fail(this.#outcome)
    else this.#resume()
  }

  /** False: nothing more for now. */
  push(chunk: Buffer): boolean {
    if (!this.#sink) {
      this.#held ??= []
      this.#held.push(chunk)
      return false
    }
    if (this.#sink.write(chunk)) return true
    if (this.pausedSince === undefined) {
      this.pausedSince = performance.now()
      this.#sink.onDrain(() => {
        this.pausedSince = undefined
        this.#resume()
      })
    }
    return false
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
