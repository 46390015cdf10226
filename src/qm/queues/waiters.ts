/**
 * Getters that wait for a message, first come first served.
 *
 * Those who ask for an id are found by it, so an arriving message costs the same however many wait.
 */
import { type Entry, matches, type Wanted } from './entry.ts'

export interface Waiter {
  readonly wanted: Wanted
  /** A held message that is now this waiter's. */
  served(entry: Entry): void
  /** Nothing will come any more. */
  refused(error: unknown): void
  /** False, having told the waiter, when the message may not be handed to it. */
  accepts(entry: Entry): boolean
}

export class Waiters {
  /** In the order in which they came; the number tells it across the lists. */
  readonly #all = new Map<Waiter, number>()
  readonly #anything = new Set<Waiter>()
  readonly #byMessageId = new Map<string, Set<Waiter>>()
  readonly #byCorrelationId = new Map<string, Set<Waiter>>()
  #count = 0

  get size(): number {
    return this.#all.size
  }

  add(waiter: Waiter): void {
    this.#all.set(waiter, this.#count++)
    this.#listOf(waiter.wanted).add(waiter)
  }

  remove(waiter: Waiter): void {
    if (!this.#all.delete(waiter)) return
    const list = this.#listOf(waiter.wanted)
    list.delete(waiter)
    if (list.size > 0 || list === this.#anything) return
    const { messageId, correlationId } = waiter.wanted
    if (messageId) this.#byMessageId.delete(key(messageId))
    else if (correlationId) this.#byCorrelationId.delete(key(correlationId))
  }

  /** Takes out the one who has waited longest for such a message. */
  next(entry: Entry): Waiter | undefined {
    if (this.#all.size === 0) return undefined
    const lists = [
      this.#anything,
      this.#byMessageId.get(key(entry.messageId)),
      entry.correlationId && this.#byCorrelationId.get(key(entry.correlationId)),
    ]
    let longest: Waiter | undefined
    for (const list of lists) {
      const waiter = list && firstMatch(list, entry)
      if (waiter && (!longest || this.#since(waiter) < this.#since(longest))) longest = waiter
    }
    if (longest) this.remove(longest)
    return longest
  }

  /** Tells everyone that waiting is over. */
  refuse(error: () => unknown): void {
    for (const waiter of [...this.#all.keys()]) {
      this.remove(waiter)
      waiter.refused(error())
    }
  }

  #since(waiter: Waiter): number {
    return this.#all.get(waiter) as number
  }

  #listOf({ messageId, correlationId }: Wanted): Set<Waiter> {
    if (messageId) return listIn(this.#byMessageId, key(messageId))
    return correlationId ? listIn(this.#byCorrelationId, key(correlationId)) : this.#anything
  }
}

function firstMatch(list: Set<Waiter>, entry: Entry): Waiter | undefined {
  for (const waiter of list) if (matches(entry, waiter.wanted)) return waiter
  return undefined
}

function listIn(lists: Map<string, Set<Waiter>>, name: string): Set<Waiter> {
  let list = lists.get(name)
  if (!list) {
    list = new Set()
    lists.set(name, list)
  }
  return list
}

function key(id: Buffer): string {
  return id.toString('latin1')
}
