/**
 * Sequence numbers, in blocks that are claimed on disk before their first number is used: no number comes twice,
 * whatever happens to the process.
 */
import { MessageStoreError } from '../store/message-store.ts'

export interface SequenceBlockSizes {
  /** Numbers in a block. */
  readonly size: number
  /** The next block is claimed when fewer numbers than this are left. */
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

  /** `block` has been claimed already. */
  constructor(block: number, claimBlock: () => Promise<number>, sizes = defaultBlockSizes) {
    this.#claimBlock = claimBlock
    this.#sizes = sizes
    this.#next = this.#firstOf(block)
    this.#end = this.#next + sizes.size
  }

  /** Throws when the block is used up and no further one could be claimed. */
  next(): number {
    if (this.#end - this.#next < this.#sizes.reserve && this.#nextBlock === undefined) this.#claim()
    if (this.#next >= this.#end) {
      if (this.#nextBlock === undefined) {
        throw new MessageStoreError('failed', 'no block of sequence numbers could be claimed')
      }
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
        this.#isClaiming = false // the next number tries again
      },
    )
  }

  /** The first number of all is 1: pages are asked for what lies behind a number. */
  #firstOf(block: number): number {
    return block * this.#sizes.size + 1
  }
}
