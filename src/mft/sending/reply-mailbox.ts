/** Replies of the destination agent that wait for the transfer. */
import type { Timers } from '../../lib/time/timers.ts'
import type { DestinationReply } from '../types/frame.ts'

export class ReplyMailbox {
  readonly #timers: Timers
  readonly #replies: DestinationReply[] = []
  #wake: (() => void) | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  add(reply: DestinationReply): void {
    this.#replies.push(reply)
    this.#wake?.()
  }

  /** Returns a reply that has arrived, without waiting. */
  poll(): DestinationReply | undefined {
    return this.#replies.shift()
  }

  /** Resolves with the next reply, or with undefined after the timeout. Rejects when the signal is aborted. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<DestinationReply | undefined> {
    signal.throwIfAborted()
    if (this.#replies.length === 0) await this.#wait(timeoutMs, signal)
    signal.throwIfAborted()
    return this.#replies.shift()
  }

  #wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        this.#wake = undefined
        cancelTimer()
        signal.removeEventListener('abort', settle)
        resolve()
      }
      const cancelTimer = this.#timers.after(timeoutMs, settle)
      signal.addEventListener('abort', settle, { once: true })
      this.#wake = settle
    })
  }
}
