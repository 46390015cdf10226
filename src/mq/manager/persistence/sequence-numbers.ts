/** Allocates sequence numbers from blocks that are claimed on disk first: none is used twice, even after a crash. */
import { MessageStoreError } from '../store/message-store.ts'

export interface SequenceBlockSizes {
  /** The number of sequence numbers in a block. */
  readonly size: number
  /** The next block is claimed when fewer numbers than this remain. */
  readonly reserve: number
}

const defaultBlockSizes: SequenceBlockSizes = { size: 2 ** 28, reserve: 2 ** 20 }

export class SequenceNumbers {
  readonly #claimBlock: () => Promise<number>
  readonly #sizes: SequenceBlockSizes
  #next: number
  #end: number
  #nextBlock: number | undefined
  #isClaiming = false

  /** `block` is a block number that is already claimed. */
  constructor(block: number, claimBlock: () => Promise<number>, sizes = defaultBlockSizes) {
    this.#claimBlock = claimBlock
    this.#sizes = sizes
    this.#next = this.#firstOf(block)
    this.#end = this.#next + sizes.size
  }

  /** Returns the next number. Throws a `MessageStoreError` when no further block could be claimed. */
  next(): number {
    if (this.#end - this.#next < this.#sizes.reserve && this.#nextBlock === undefined) this.#claim()
    if (this.#next >= this.#end) {
      if (this.#nextBlock === undefined)
        throw new MessageStoreError('failed', 'no block of sequence numbers could be claimed')
      this.#next = this.#firstOf(this.#nextBlock)
      this.#end = this.#next + this.#sizes.size
      this.#nextBlock = undefined
    }
    return this.#next++
  }

  #claim(): void {
    if (this.#isClaiming) return
    this.#isClaiming = true
    this.#claimBlock().then(
      (block) => {
        this.#nextBlock = block
        this.#isClaiming = false
      },
      () => {
        this.#isClaiming = false // the next call tries again
      },
    )
  }

  /** Returns the first number of a block. The very first is 1, because pages are read after a given number. */
  #firstOf(block: number): number {
    return block * this.#sizes.size + 1
  }
}
