/**
 * Finds the messages of a lane by a hash of their message or correlation id. Callers must compare the id itself,
 * because different ids may have the same hash.
 *
 * Most ids belong to one message; a few, such as those of subscriptions, belong to many.
 */
import { hashMessageId } from '../store/id-hash.ts'
import { SequenceList } from './sequence-list.ts'

export class MessageIdIndex {
  readonly #found = new Map<number, number | SequenceList>()
  readonly #isHeld: (sequence: number) => boolean

  /** `pairs` is a flat list of hashes and sequence numbers; the sequence numbers must ascend. */
  constructor(pairs: readonly number[], isHeld: (sequence: number) => boolean) {
    this.#isHeld = isHeld
    for (let place = 0; place < pairs.length; place += 2) this.#put(pairs[place] as number, pairs[place + 1] as number)
  }

  /** Adds a message that the index does not contain. */
  add(id: Buffer | undefined, sequence: number): void {
    if (id) this.#put(hashMessageId(id), sequence)
  }

  /** Returns the unlocked sequence numbers in ascending order, also of ids that only have the same hash. */
  available(id: Buffer): Iterable<number> {
    const found = this.#found.get(hashMessageId(id))
    if (found === undefined) return []
    if (typeof found !== 'number') return found.available()
    return this.#isHeld(found) ? [] : [found]
  }

  /** Records that a locked message is available again. */
  restore(id: Buffer | undefined, sequence: number): void {
    const found = id && this.#found.get(hashMessageId(id))
    if (found instanceof SequenceList) found.restore(sequence)
  }

  /** Records that a locked message was removed. */
  remove(id: Buffer | undefined, sequence: number): void {
    if (!id) return
    const hash = hashMessageId(id)
    const found = this.#found.get(hash)
    if (found instanceof SequenceList) found.remove(sequence)
    if (found === sequence || (found instanceof SequenceList && found.isEmpty)) this.#found.delete(hash)
  }

  #put(hash: number, sequence: number): void {
    const found = this.#found.get(hash)
    if (found instanceof SequenceList) found.add(sequence)
    else if (found === undefined) this.#found.set(hash, sequence)
    else {
      const ascending = found < sequence ? [found, sequence] : [sequence, found]
      this.#found.set(hash, new SequenceList(ascending, this.#isHeld))
    }
  }
}
