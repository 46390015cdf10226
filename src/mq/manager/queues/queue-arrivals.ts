/** The waiting gets and the watchers of a queue, which receive messages that become available. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { anyMessage, hasExpired, type QueuedMessage, type QueuePosition } from '../messages/queued-message.ts'
import type { QueueMessages } from './queue-messages.ts'
import { type WaitingGetter, WaitingGetters } from './waiting-getters.ts'

export class QueueArrivals {
  readonly #messages: Pick<QueueMessages, 'lock' | 'inOrder'>
  readonly #clock: Clock
  readonly #waiters = new WaitingGetters()
  readonly #watchers = new Set<(entry?: QueuedMessage) => void>()

  constructor(messages: Pick<QueueMessages, 'lock' | 'inOrder'>, clock: Clock) {
    this.#messages = messages
    this.#clock = clock
  }

  add(waiter: WaitingGetter): void {
    this.#waiters.add(waiter)
  }

  remove(waiter: WaitingGetter): void {
    this.#waiters.remove(waiter)
  }

  /** Fails the waiting gets, and calls the watchers without a message. */
  failAll(error: () => Error): void {
    this.#waiters.failAll(error)
    for (const watcher of this.#watchers) watcher()
  }

  /**
   * Calls the function for each message that no waiting get receives, and without a message when all waiting gets fail.
   * The returned function ends this.
   */
  watch(watcher: (entry?: QueuedMessage) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Gives a message, locked, to a waiting get that accepts it, or tells the watchers. */
  offer(entry: QueuedMessage): void {
    if (hasExpired(entry, this.#clock())) return
    for (;;) {
      const waiter = this.#waiters.takeNext(entry)
      if (!waiter) break
      if (!waiter.accepts(entry)) continue
      this.#messages.lock(entry)
      waiter.receive(entry)
      return
    }
    for (const watcher of this.#watchers) watcher(entry)
  }

  /** Offers all available messages while a get or a watcher waits. */
  offerAll(): void {
    let position: QueuePosition | undefined
    while (this.#waiters.size > 0 || this.#watchers.size > 0) {
      // A get that receives a message changes the queue, which ends an iteration.
      const [entry] = this.#messages.inOrder(anyMessage, position)
      if (!entry) return
      position = { lane: entry.lane, sequence: entry.sequence }
      this.offer(entry)
    }
  }
}
