/**
 * Removes messages whose time has come, without looking at the others.
 *
 * The store knows its next ones by an index, those in memory stand in a heap. A getter never sees an expired message; this
 * only makes the room free.
 */
import type { StoredMessages } from '../store/store.ts'
import { type Entry, hasExpired } from './entry.ts'
import type { Queue } from './queue.ts'

const stretch = 500

export interface ExpiryTools {
  readonly messages: Pick<StoredMessages, 'expired'>
  queueOf(id: number): Queue | undefined
  discard(queue: Queue, entry: Entry): void
}

interface Expiring {
  readonly at: number
  readonly queue: Queue
  readonly entry: Entry
}

export class Expiry {
  readonly #tools: ExpiryTools
  readonly #heap = new Heap()

  constructor(tools: ExpiryTools) {
    this.#tools = tools
  }

  add(queue: Queue, entry: Entry): void {
    if (entry.expiresAt !== undefined) this.#heap.push({ at: entry.expiresAt, queue, entry })
  }

  /** Discards a stretch of what has expired, and says whether more of it is left. */
  sweep(now: number): boolean {
    let count = 0
    for (; count < stretch; count++) {
      const next = this.#heap.first()
      if (!next || next.at > now) break
      this.#heap.pop()
      if (next.entry.state !== 'available' || !hasExpired(next.entry, now)) continue
      next.queue.hold(next.entry)
      this.#tools.discard(next.queue, next.entry)
    }
    const stored = this.#tools.messages.expired(now, stretch)
    for (const { queue: id, message } of stored) {
      const queue = this.#tools.queueOf(id)
      const entry = queue?.holdStored(message)
      if (queue && entry) this.#tools.discard(queue, entry)
    }
    return count === stretch || stored.length === stretch
  }
}

/** A binary heap: the earliest is on top. */
class Heap {
  readonly #items: Expiring[] = []

  first(): Expiring | undefined {
    return this.#items[0]
  }

  push(item: Expiring): void {
    const items = this.#items
    let place = items.push(item) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if ((items[parent] as Expiring).at <= item.at) break
      items[place] = items[parent] as Expiring
      place = parent
    }
    items[place] = item
  }

  pop(): void {
    const items = this.#items
    const last = items.pop()
    if (!last || items.length === 0) return
    let place = 0
    for (;;) {
      const left = 2 * place + 1
      if (left >= items.length) break
      const right = left + 1
      const child =
        right < items.length && (items[right] as Expiring).at < (items[left] as Expiring).at ? right : left
      if ((items[child] as Expiring).at >= last.at) break
      items[place] = items[child] as Expiring
      place = child
    }
    items[place] = last
  }
}
