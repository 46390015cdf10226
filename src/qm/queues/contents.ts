/**
 * What lies on a queue: its persistent messages and the others, in one delivery order.
 *
 * A message is available, or held by someone whose getting it is not committed yet.
 */
import type { StoredMessage } from '../store/store.ts'
import { type Entry, isBefore, type Wanted } from './entry.ts'
import { MemorySource } from './memory-source.ts'
import type { Source } from './source.ts'
import type { StoredSource } from './stored-source.ts'

export const anything: Wanted = { messageId: undefined, correlationId: undefined }

export class Contents {
  readonly #memory = new MemorySource()
  readonly #stored: StoredSource

  constructor(stored: StoredSource) {
    this.#stored = stored
  }

  get depth(): number {
    return this.#memory.depth + this.#stored.depth
  }

  get damaged(): number {
    return this.#stored.aside
  }

  /** Where a message of this kind lies. */
  source({ persistent }: Entry): Source {
    return persistent ? this.#stored : this.#memory
  }

  first(wanted: Wanted): Entry | undefined {
    const stored = this.#stored.first(wanted)
    const memory = this.#memory.first(wanted)
    if (!stored || !memory) return stored ?? memory
    return isBefore(stored, memory) ? stored : memory
  }

  /** Nothing may change while it runs. */
  inOrder(wanted: Wanted): Iterable<Entry> {
    return merged(this.#stored.inOrder(wanted), this.#memory.inOrder(wanted))
  }

  /** The entry of a stored message that nobody holds. */
  known(message: StoredMessage): Entry | undefined {
    return this.#stored.known(message)
  }

  /** The sequences of the persistent messages. */
  stored(): number[] {
    return [...this.#stored.sequences()]
  }

  /** The non-persistent messages that nobody holds, in delivery order. */
  inMemory(): Entry[] {
    return [...this.#memory.inOrder(anything)]
  }

  /** When the message was put that has been here longest, of those at the head. */
  oldestPut(): number | undefined {
    const times = [this.#memory, this.#stored].flatMap(
      (source) => source.first(anything)?.descriptor.putAt ?? [],
    )
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

/** Two runs in delivery order as one. */
function* merged(some: Iterable<Entry>, others: Iterable<Entry>): Generator<Entry> {
  const iterator = some[Symbol.iterator]()
  let next = iterator.next()
  for (const entry of others) {
    for (; !next.done && isBefore(next.value, entry); next = iterator.next()) yield next.value
    yield entry
  }
  for (; !next.done; next = iterator.next()) yield next.value
}
