/** The waiting gets and the watchers of a queue, which receive messages that become available. */
import type { QueuedMessage } from '../messages/queued-message.ts'
import { type WaitingGetter, WaitingGetters } from './waiting-getters.ts'

export class QueueArrivals {
  readonly #waiters = new WaitingGetters()
  readonly #watchers = new Set<(entry: QueuedMessage) => void>()

  add(waiter: WaitingGetter): void {
    this.#waiters.add(waiter)
  }

  remove(waiter: WaitingGetter): void {
    this.#waiters.remove(waiter)
  }

  failAll(error: () => Error): void {
    this.#waiters.failAll(error)
  }

  /** Calls the function for each message that no waiting get receives. The returned function ends this. */
  watch(watcher: (entry: QueuedMessage) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /**
   * Gives an available message to the longest waiting get that matches and accepts it, or reports it to the watchers.
   * Calls `lock` before a get receives it. Returns whether a get received it.
   */
  deliver(entry: QueuedMessage, lock: (entry: QueuedMessage) => void): boolean {
    for (;;) {
      const waiter = this.#waiters.takeNext(entry)
      if (!waiter) break
      if (!waiter.accepts(entry)) continue
      lock(entry)
      waiter.receive(entry)
      return true
    }
    for (const watcher of this.#watchers) watcher(entry)
    return false
  }
}
