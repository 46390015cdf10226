/**
 * Which messages of a lane have an id, by a hash of it: whoever finds one must look at it before he believes it.
 *
 * Few ids are shared by many messages, as those of a subscription are; most belong to one.
 */
import { hashMessageId } from '../store/id-hash.ts'
import { SequenceList } from './sequence-list.ts'

export class MessageIdIndex {
  readonly #found = new Map<number, number | SequenceList>()
  readonly #isHeld: (sequence: number) => boolean

  /** `pairs` are hashes and sequences in turn, the sequences rising. */
  constructor(pairs: readonly number[], isHeld: (sequence: number) => boolean) {
    this.#isHeld = isHeld
    for (let place = 0; place < pairs.length; place += 2) {
      this.#put(pairs[place] as number, pairs[place + 1] as number)
    }
  }

  /** The sequence must be higher than all before it. */
  add(id: Buffer | undefined, sequence: number): void {
    if (id) this.#put(hashMessageId(id), sequence)
  }

  /** Those that nobody holds, in rising order; others that happen to have the same hash may be among them. */
  available(id: Buffer): Iterable<number> {
    const found = this.#found.get(hashMessageId(id))
    if (found === undefined) return []
    if (typeof found !== 'number') return found.available()
    return this.#isHeld(found) ? [] : [found]
  }

  /** One that was held is available again. */
  restore(id: Buffer | undefined, sequence: number): void {
    const found = id && this.#found.get(hashMessageId(id))
    if (found instanceof SequenceList) found.restore(sequence)
  }

  /** One that was held has left. */
  remove(id: Buffer | undefined, sequence: number): void {
    if (!id) return
    const hash = hashMessageId(id)
    const found = this.#found.get(hash)
    if (found instanceof SequenceList) found.remove(sequence)
    if (found === sequence || (found instanceof SequenceList && found.isEmpty)) this.#found.delete(hash)
  }

  #put(hash: number, sequence: number): void {
    const found = this.#found.get(hash)
    if (found instanceof SequenceList) found.push(sequence)
    else
      this.#found.set(
        hash,
        found === undefined ? sequence : new SequenceList([found, sequence], this.#isHeld),
      )
  }
}
