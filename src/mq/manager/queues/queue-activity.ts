/** Counts puts and gets of a queue, and records their times. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { TimeIndicator } from '../monitoring/time-indicator.ts'

export class QueueActivity {
  lastPutAt: number | undefined
  lastGetAt: number | undefined
  /** The number of puts and gets since the queue manager started. */
  puts = 0
  gets = 0
  /** The time that messages stay on the queue, in microseconds; undefined while the queue is not monitored. */
  timeOnQueue: TimeIndicator | undefined
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  recordPut(): void {
    this.lastPutAt = this.#clock()
    this.puts++
  }

  /** Records that a get returned a message. */
  recordGet(message: QueuedMessage): void {
    const now = this.#clock()
    this.lastGetAt = now
    this.gets++
    this.timeOnQueue?.add(findMicrosecondsOnQueue(message, now))
  }
}

/** Returns the time since the put. The put time of a message from another queue manager is that of its first put. */
export function findMicrosecondsOnQueue({ descriptor }: QueuedMessage, now: number): number {
  return Math.max(0, now - descriptor.putAt) * 1000
}
