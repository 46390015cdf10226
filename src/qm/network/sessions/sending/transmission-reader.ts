/** Takes the messages of a transmission queue in delivery order, waits for one when the queue is empty, and measures the idle time. */
import { anyMessage, hasExpired, type QueuedMessage } from '../../../messages/queued-message.ts'
import type { Queue } from '../../../queues/queue.ts'
import type { WaitingGetter } from '../../../queues/waiting-getters.ts'
import type { SessionDeps } from '../session-deps.ts'

export class TransmissionReader {
  readonly queue: Queue
  readonly #deps: Pick<SessionDeps, 'clock' | 'delivery'>
  readonly #wake: () => void
  /** A locked message that arrived while the reader was waiting. */
  #arrived: QueuedMessage | undefined
  #waiting: WaitingGetter | undefined
  #error: unknown

  /** `wake` is called when a message has arrived, and when the queue can no longer be read. */
  constructor(queue: Queue, deps: Pick<SessionDeps, 'clock' | 'delivery'>, wake: () => void) {
    this.queue = queue
    this.#deps = deps
    this.#wake = wake
  }

  /** Returns the next message, locked, if any; discards expired ones. Throws `MqError`: queue deleted or inhibited. */
  take(): QueuedMessage | undefined {
    if (this.#error) throw this.#error
    this.queue.checkGet()
    for (;;) {
      const entry = this.#arrived ?? this.queue.messages.lockFirst(anyMessage)
      this.#arrived = undefined
      if (!entry || !hasExpired(entry, this.#deps.clock())) return entry
      // The next sweep finds the message again when the removal fails.
      this.#deps.delivery.discardExpired(this.queue, entry).catch(() => undefined)
    }
  }

  /** Begins to wait for a message. `wake` is called when one has arrived. */
  wait(): void {
    if (this.#waiting || this.#arrived) return
    const waiting: WaitingGetter = {
      filter: anyMessage,
      accepts: () => true,
      receive: (entry) => {
        this.#waiting = undefined
        this.#arrived = entry
        this.#wake()
      },
      fail: (error) => {
        this.#waiting = undefined
        this.#error = error
        this.#wake()
      },
    }
    this.#waiting = waiting
    this.queue.addWaitingGetter(waiting)
  }

  /** Stops waiting and unlocks a message that has arrived. */
  close(): void {
    if (this.#waiting) this.queue.removeWaitingGetter(this.#waiting)
    this.#waiting = undefined
    if (this.#arrived) this.queue.unlock(this.#arrived)
    this.#arrived = undefined
  }
}

/** The time since a session did something, and when it ends for this (DISCINT). */
export class IdleTime {
  readonly #limitMs: number
  readonly #clock: () => number
  #since: number

  /** 0 seconds for a session that may be idle without an end. */
  constructor(limitSeconds: number, clock: () => number) {
    this.#limitMs = limitSeconds * 1000
    this.#clock = clock
    this.#since = clock()
  }

  restart(): void {
    this.#since = this.#clock()
  }

  get isOver(): boolean {
    return this.#limitMs > 0 && this.#clock() - this.#since >= this.#limitMs
  }

  /** Milliseconds since the epoch; undefined when the session does not end. */
  get endsAt(): number | undefined {
    return this.#limitMs > 0 ? this.#since + this.#limitMs : undefined
  }
}
