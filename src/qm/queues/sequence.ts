/**
 * Sequence numbers, in blocks that are claimed on disk before their first number is used: no number comes twice,
 * whatever happens to the process.
 */
const block = 2 ** 28

export class Sequence {
  readonly #claimBlock: () => number
  #next: number
  #end: number

  /** Throws when the first block cannot be claimed. */
  constructor(claimBlock: () => number) {
    this.#claimBlock = claimBlock
    // The first number of all is 1: pages are asked for what lies behind a number.
    this.#next = claimBlock() * block + 1
    this.#end = this.#next - 1 + block
  }

  next(): number {
    if (this.#next >= this.#end) {
      this.#next = this.#claimBlock() * block + 1
      this.#end = this.#next - 1 + block
    }
    return this.#next++
  }
}
