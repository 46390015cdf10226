/** Tracks active publishers. A publisher has a topic open while its call runs. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { PublisherStatus } from '../types/pubsub.ts'

export class ActivePublishers {
  readonly #clock: Clock
  readonly #at = new Map<string, Set<PublisherStatus>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The topic strings with an active publisher. */
  get topics(): Iterable<string> {
    return this.#at.keys()
  }

  of(topicString: string): readonly PublisherStatus[] {
    return [...(this.#at.get(topicString) ?? [])]
  }

  /** Registers the connection as a publisher while the work runs. */
  async trackWhile(topicString: string, connection: string, work: () => Promise<void>): Promise<void> {
    const publisher: PublisherStatus = { connection, publications: 1, lastPublication: this.#clock() }
    const others = this.#at.get(topicString) ?? new Set()
    this.#at.set(topicString, others.add(publisher))
    try {
      await work()
    } finally {
      others.delete(publisher)
      if (others.size === 0) this.#at.delete(topicString)
    }
  }
}
