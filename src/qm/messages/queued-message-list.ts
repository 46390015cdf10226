/**
 * A list of queued messages in ascending order of their sequence numbers, with fast access at both ends.
 *
 * A message that is removed from the middle stays as a mark until the head reaches it.
 */
import type { QueuedMessage } from './queued-message.ts'

export class QueuedMessageList {
  #entries: QueuedMessage[] = []
  #head = 0

  /** Appends a message, or inserts it when a unit of work, which has its numbers early, commits it late. */
  add(entry: QueuedMessage): void {
    const last = this.#entries.at(-1)
    if (last === undefined || last.sequence < entry.sequence) this.#entries.push(entry)
    else this.restore(entry)
  }

  /** Returns the first available message. */
  first(): QueuedMessage | undefined {
    for (; this.#head < this.#entries.length; this.#head++) {
      const entry = this.#entries[this.#head] as QueuedMessage
      if (entry.state !== 'available') continue
      this.#compact()
      return entry
    }
    this.#entries = []
    this.#head = 0
    return undefined
  }

  /** Inserts a message that was removed, in its previous position. */
  restore(entry: QueuedMessage): void {
    const place = this.#place(entry.sequence)
    if (this.#entries[place]?.sequence === entry.sequence) this.#entries[place] = entry
    else if (place === this.#head && place > 0) this.#entries[--this.#head] = entry
    else this.#entries.splice(place, 0, entry)
  }

  /** Iterates over the available messages with a sequence number that is higher than `after`. */
  *available(after = 0): Generator<QueuedMessage> {
    const first = after === 0 ? this.#head : this.#place(after + 1)
    for (let place = first; place < this.#entries.length; place++) {
      const entry = this.#entries[place] as QueuedMessage
      if (entry.state === 'available') yield entry
    }
  }

  /** Drops the messages before the head when they outnumber the rest. */
  #compact(): void {
    if (this.#head < 512 || this.#head * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#head)
    this.#head = 0
  }

  /** Returns the index of the sequence number, or the index at which it would be inserted. */
  #place(sequence: number): number {
    let low = this.#head
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle] as QueuedMessage).sequence < sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
