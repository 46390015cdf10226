/** Searches a queue for the messages that a selector selects. */
import { anyMessage, hasExpired, matchesFilter, type QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from '../queues/queue.ts'
import { QueueCursor } from '../queues/queue-cursor.ts'
import type { MessageSelector } from '../selectors/index.ts'
import type { BrowsePosition, OpenQueueOptions } from '../types/open-objects.ts'

export class SelectorCursor {
  readonly #queue: Queue
  readonly #cursor: QueueCursor
  readonly #selector: MessageSelector
  readonly #maxVisits: number
  /** The ids that messages of the selector need as well. */
  wanted = anyMessage

  /** `close` must follow. */
  constructor(
    queue: Queue,
    selector: MessageSelector,
    clock: () => number,
    { after, maxVisits = Number.POSITIVE_INFINITY }: Pick<OpenQueueOptions, 'after' | 'maxVisits'> = {},
  ) {
    this.#queue = queue
    this.#selector = selector
    this.#maxVisits = maxVisits
    this.#cursor = new QueueCursor(queue, {
      // The expiry sweep discards expired messages.
      matches: (entry) => matchesFilter(entry, this.wanted) && this.matches(entry) && !hasExpired(entry, clock()),
      returnsToArrivals: true,
      after,
    })
  }

  /** Returns whether the selector selects a message. It selects every damaged one, so that a get reports the damage. */
  readonly matches = (entry: QueuedMessage): boolean => entry.damage !== undefined || this.#selector(entry)

  /** The position at which the search has ended because it has visited `maxVisits` messages. */
  get stoppedAt(): BrowsePosition | undefined {
    return this.#cursor.visits < this.#maxVisits ? undefined : this.#cursor.position
  }

  /** Locks and returns the next message. Returns `more` when the search must go on in another turn. */
  lockNext(): QueuedMessage | 'more' | undefined {
    if (this.stoppedAt) return undefined
    const found = this.#cursor.step()
    if (found && found !== 'more') this.#queue.messages.lock(found)
    return found
  }

  close(): void {
    this.#cursor.close()
  }
}
