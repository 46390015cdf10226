/**
 * Entries in the order of their sequence: cheap at both ends, and a place can be found by its number.
 *
 * An entry that is taken out of the middle stays as a mark until the head has passed it.
 */
import type { QueuedMessage } from './queued-message.ts'

export class QueuedMessageList {
  #entries: QueuedMessage[] = []
  #head = 0

  /** Appends; the sequence must be higher than all before it. */
  push(entry: QueuedMessage): void {
    this.#entries.push(entry)
  }

  /** The first available entry. */
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

  find(sequence: number): QueuedMessage | undefined {
    const entry = this.#entries[this.#place(sequence)]
    return entry?.sequence === sequence ? entry : undefined
  }

  /** Puts an entry that was taken out back in its place. */
  restore(entry: QueuedMessage): void {
    const place = this.#place(entry.sequence)
    if (this.#entries[place]?.sequence === entry.sequence) this.#entries[place] = entry
    else if (place === this.#head && place > 0) this.#entries[--this.#head] = entry
    else this.#entries.splice(place, 0, entry)
  }

  *[Symbol.iterator](): Generator<QueuedMessage> {
    for (let place = this.#head; place < this.#entries.length; place++) {
      const entry = this.#entries[place] as QueuedMessage
      if (entry.state === 'available') yield entry
    }
  }

  /** Lets go of what the head has passed, when that is more than what is left. */
  #compact(): void {
    if (this.#head < 512 || this.#head * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#head)
    this.#head = 0
  }

  /** Where the sequence is, or would be. */
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
