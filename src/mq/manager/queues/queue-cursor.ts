/** Visits messages in delivery order, a limited number at a time, so that the event loop is not blocked. */
import { anyMessage, isDeliveredBefore, type QueuedMessage, type QueuePosition } from '../messages/queued-message.ts'
import type { Queue } from './queue.ts'

/** The maximum number of messages that one step visits. */
const maxVisitsPerStep = 500
/** The maximum processor time of one step, in milliseconds. */
const maxStepMs = 20

export interface QueueCursorOptions {
  /** Returns whether the cursor stops at a message. */
  matches(entry: QueuedMessage): boolean
  /** Whether the cursor goes back to messages that arrive before its position. A browse cursor does not. */
  returnsToArrivals: boolean
  /** Where the cursor begins; the first message when undefined. */
  after?: QueuePosition | undefined
}

export class QueueCursor {
  readonly #queue: Queue
  readonly #options: QueueCursorOptions
  readonly #unwatch: () => void
  #position: QueuePosition | undefined
  /** The number of messages that all steps have visited. */
  visits = 0

  /** `close` must follow. */
  constructor(queue: Queue, options: QueueCursorOptions) {
    this.#queue = queue
    this.#options = options
    this.#position = options.after
    this.#unwatch = options.returnsToArrivals ? queue.watchArrivals((entry) => entry && this.#arrived(entry)) : () => {}
  }

  get position(): QueuePosition | undefined {
    return this.#position
  }

  /** Moves to the next match, which may have expired; `more` when the step ends early, undefined at the end. */
  step(): QueuedMessage | 'more' | undefined {
    const begin = process.threadCpuUsage()
    const beginMs = performance.now()
    // The elapsed time is never shorter, and cheaper to read: the processor time is a system call.
    const isLong = () =>
      performance.now() - beginMs > maxStepMs && process.threadCpuUsage(begin).user > maxStepMs * 1_000
    let visits = 0
    for (const entry of this.#queue.messages.inOrder(anyMessage, this.#position)) {
      this.#position = { lane: entry.lane, sequence: entry.sequence }
      this.visits++
      if (this.#options.matches(entry)) return entry
      if (++visits === maxVisitsPerStep || isLong()) return 'more'
    }
    return undefined
  }

  close(): void {
    this.#unwatch()
  }

  #arrived(entry: QueuedMessage): void {
    const { lane, sequence } = entry
    if (this.#position && !isDeliveredBefore(this.#position, entry)) this.#position = { lane, sequence: sequence - 1 }
  }
}
