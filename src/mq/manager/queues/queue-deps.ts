/** What a queue uses of its queue manager, and the numbers of its changes. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from './queue.ts'

export interface QueueDeps {
  readonly clock: Clock
  readonly changes: QueueChangeCount
  /** Removes every message. When the promise resolves, this is on disk; when it rejects, all are back. */
  clear(queue: Queue): Promise<void>
  /** Called for every non-persistent message with an expiry. */
  trackExpiry(queue: Queue, entry: QueuedMessage): void
  /** Called for every message that is put on a queue with triggering. */
  triggerApplication(queue: Queue, priority: number): void
}

/** The number of changes of all queues. */
export type QueueChangeCount = { value: number }

/** The changes of one queue. */
export class QueueChanges {
  /** The number of the last change of this queue, among those of all queues. */
  last = 0
  readonly #count: QueueChangeCount

  constructor(count: QueueChangeCount) {
    this.#count = count
  }

  record(): void {
    this.last = ++this.#count.value
  }
}
