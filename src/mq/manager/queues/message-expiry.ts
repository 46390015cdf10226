/** Finds and discards expired messages, by an index of the store and a heap. Gets never return them anyway. */
import { hasExpired, type QueuedMessage } from '../messages/queued-message.ts'
import type { StoredMessageReader } from '../store/message-store.ts'
import type { Queue } from './queue.ts'

const maxMessagesPerSweep = 500

export interface MessageExpiryDeps {
  readonly messages: Pick<StoredMessageReader, 'expired'>
  queueOf(id: number): Queue | undefined
  discard(queue: Queue, entry: QueuedMessage): void
}

type ExpiringMessage = { readonly at: number; readonly queue: Queue; readonly entry: QueuedMessage }

export class MessageExpiry {
  readonly #deps: MessageExpiryDeps
  readonly #heap = new ExpiryHeap()

  constructor(deps: MessageExpiryDeps) {
    this.#deps = deps
  }

  add(queue: Queue, entry: QueuedMessage): void {
    if (entry.expiresAt !== undefined) this.#heap.push({ at: entry.expiresAt, queue, entry })
  }

  /** Discards up to `maxMessagesPerSweep` expired messages of each sort. Returns true when more may remain. */
  sweep(now: number): boolean {
    let count = 0
    for (; count < maxMessagesPerSweep; count++) {
      const next = this.#heap.first()
      if (!next || next.at > now) break
      this.#heap.pop()
      if (next.entry.state !== 'available' || !hasExpired(next.entry, now)) continue
      next.queue.messages.lock(next.entry)
      this.#deps.discard(next.queue, next.entry)
    }
    const stored = this.#deps.messages.expired(now, maxMessagesPerSweep)
    for (const { queue: id, message } of stored) {
      const queue = this.#deps.queueOf(id)
      const entry = queue?.messages.lockStored(message)
      if (queue && entry) this.#deps.discard(queue, entry)
    }
    return count === maxMessagesPerSweep || stored.length === maxMessagesPerSweep
  }
}

/** A binary heap with the earliest expiry at the top. */
class ExpiryHeap {
  readonly #items: ExpiringMessage[] = []

  first(): ExpiringMessage | undefined {
    return this.#items[0]
  }

  push(item: ExpiringMessage): void {
    const items = this.#items
    let place = items.push(item) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if ((items[parent] as ExpiringMessage).at <= item.at) break
      items[place] = items[parent] as ExpiringMessage
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
      const right = items[left + 1]
      const child = right && right.at < (items[left] as ExpiringMessage).at ? left + 1 : left
      if ((items[child] as ExpiringMessage).at >= last.at) break
      items[place] = items[child] as ExpiringMessage
      place = child
    }
    items[place] = last
  }
}
