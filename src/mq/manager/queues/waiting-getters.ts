/** The gets that wait for a message, in the order of arrival; those of an id are found by it, at constant cost. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { type MessageIdFilter, matchesFilter, type QueuedMessage } from '../messages/queued-message.ts'

export interface WaitingGetter {
  readonly filter: MessageIdFilter
  /** Returns whether the get selects the message. When it returns false, the get waits on. */
  matches?: ((entry: QueuedMessage) => boolean) | undefined
  /** Receives a locked message that matches. */
  receive(entry: QueuedMessage): void
  /** Ends the wait with an error. */
  fail(error: unknown): void
  /** Returns whether the get accepts the message. When it returns false, the wait has ended with an error. */
  accepts(entry: QueuedMessage): boolean
}

export class WaitingGetters {
  /** All waiting gets with their arrival number, which orders them across the lists. */
  readonly #all = new Map<WaitingGetter, number>()
  readonly #anything = new Set<WaitingGetter>()
  readonly #byMessageId = new Map<string, Set<WaitingGetter>>()
  readonly #byCorrelationId = new Map<string, Set<WaitingGetter>>()
  #count = 0

  get size(): number {
    return this.#all.size
  }

  add(waiter: WaitingGetter): void {
    this.#all.set(waiter, this.#count++)
    this.#listOf(waiter.filter).add(waiter)
  }

  remove(waiter: WaitingGetter): void {
    if (!this.#all.delete(waiter)) return
    const list = this.#listOf(waiter.filter)
    list.delete(waiter)
    if (list.size > 0) return
    const { messageId, correlationId } = waiter.filter
    if (messageId) this.#byMessageId.delete(key(messageId))
    else if (correlationId) this.#byCorrelationId.delete(key(correlationId))
  }

  /** Removes and returns the longest waiting get that matches the message. */
  takeNext(entry: QueuedMessage): WaitingGetter | undefined {
    if (this.#all.size === 0) return undefined
    const lists = [
      this.#anything,
      this.#byMessageId.get(key(entry.messageId)),
      entry.correlationId && this.#byCorrelationId.get(key(entry.correlationId)),
    ]
    let longest: WaitingGetter | undefined
    for (const list of lists) {
      const waiter = list && firstMatch(list, entry)
      if (waiter && (!longest || this.#since(waiter) < this.#since(longest))) longest = waiter
    }
    if (longest) this.remove(longest)
    return longest
  }

  /** Ends all waits with an error. */
  failAll(error: () => unknown): void {
    for (const waiter of [...this.#all.keys()]) {
      this.remove(waiter)
      waiter.fail(error())
    }
  }

  #since(waiter: WaitingGetter): number {
    return this.#all.get(waiter) as number
  }

  #listOf({ messageId, correlationId }: MessageIdFilter): Set<WaitingGetter> {
    if (messageId) return listIn(this.#byMessageId, key(messageId))
    return correlationId ? listIn(this.#byCorrelationId, key(correlationId)) : this.#anything
  }
}

function firstMatch(list: Set<WaitingGetter>, entry: QueuedMessage): WaitingGetter | undefined {
  for (const waiter of list) if (matchesFilter(entry, waiter.filter) && waiter.matches?.(entry) !== false) return waiter
  return undefined
}

function listIn(lists: Map<string, Set<WaitingGetter>>, name: string): Set<WaitingGetter> {
  return getOrCreate(lists, name, () => new Set())
}

function key(id: Buffer): string {
  return id.toString('latin1')
}
