/** What a queue uses of its queue manager. */
import type { Clock } from '../../lib/time/clock.ts'
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from './queue.ts'
import type { RemovalCounts } from './queue-activity.ts'
import type { QueueChangeCount } from './queue-changes.ts'
import type { QueueEvent } from './queue-settings.ts'

export interface QueueDeps {
  readonly clock: Clock
  readonly removals: RemovalCounts
  readonly changes: QueueChangeCount
  /**
   * Removes every message of the queue. The removal is on disk when the promise resolves; when it rejects, all
   * messages are back.
   */
  clear(queue: Queue): Promise<void>
  /** Called for every non-persistent message with an expiry. */
  trackExpiry(queue: Queue, entry: QueuedMessage): void
  /** Publishes a performance event. Returns false when these events are disabled. */
  publishEvent(queue: Queue, event: QueueEvent): boolean
  /** Called for every message that is put on a queue with triggering. */
  triggerApplication(queue: Queue, priority: number): void
}
