/**
 * The ascending sequence numbers of the stored messages of one lane, eight bytes each.
 *
 * The cost of reading either end, appending and unlocking does not depend on the length. A number that is removed
 * from the middle stays as a mark until one end reaches it.
 */
const minMarksToCompact = 4096

export class SequenceList {
  #numbers: number[]
  /** The index of the first number that was not removed. */
  #head = 0
  /** The index before which no number is available. */
  #next = 0
  /** Removed numbers after the head. */
  readonly #gone = new Set<number>()
  readonly #isHeld: (sequence: number) => boolean

  /** `numbers` must ascend. The list takes ownership of the array. */
  constructor(numbers: number[], isHeld: (sequence: number) => boolean) {
    this.#numbers = numbers
    this.#isHeld = isHeld
  }

  get isEmpty(): boolean {
    return this.#head === this.#numbers.length
  }

  /** Adds a number at the end, or within for a unit of work, which has its numbers before its commit. */
  add(sequence: number): void {
    const last = this.#numbers.at(-1)
    if (last === undefined || last < sequence) this.#numbers.push(sequence)
    else this.#insert(sequence)
  }

  /** Returns the first unlocked number. */
  first(): number | undefined {
    for (; this.#next < this.#numbers.length; this.#next++) {
      const sequence = this.#numbers[this.#next] as number
      if (this.#isAvailable(sequence)) return sequence
    }
    return undefined
  }

  /** Makes a locked number available again. */
  restore(sequence: number): void {
    this.#next = Math.min(this.#next, this.#place(sequence))
  }

  /** Removes a locked number. */
  remove(sequence: number): void {
    this.#gone.add(sequence)
    while (this.#gone.delete(this.#numbers[this.#head] as number)) this.#head++
    while (this.#gone.delete(this.#numbers.at(-1) as number)) this.#numbers.pop()
    this.#next = Math.min(Math.max(this.#next, this.#head), this.#numbers.length)
    this.#compact()
  }

  /** Returns whether the list contains the number, locked or not. */
  has(sequence: number): boolean {
    return this.#numbers[this.#place(sequence)] === sequence && !this.#gone.has(sequence)
  }

  /** Iterates over all numbers, locked or not. */
  *all(): Generator<number> {
    for (let place = this.#head; place < this.#numbers.length; place++) {
      const sequence = this.#numbers[place] as number
      if (!this.#gone.has(sequence)) yield sequence
    }
  }

  /** Iterates over the unlocked numbers that are higher than `after`. */
  *available(after = 0): Generator<number> {
    const first = after === 0 ? this.#next : Math.max(this.#next, this.#place(after + 1))
    for (let place = first; place < this.#numbers.length; place++) {
      const sequence = this.#numbers[place] as number
      if (this.#isAvailable(sequence)) yield sequence
    }
  }

  #isAvailable(sequence: number): boolean {
    return !this.#isHeld(sequence) && !this.#gone.has(sequence)
  }

  #insert(sequence: number): void {
    const place = this.#place(sequence)
    this.#numbers.splice(place, 0, sequence)
    this.#next = Math.min(this.#next, place)
  }

  /** Drops removed numbers from the array when they outnumber the rest. */
  #compact(): void {
    const left = this.#numbers.length - this.#head - this.#gone.size
    const marks = this.#head + this.#gone.size
    if (marks < minMarksToCompact || marks < left) return
    const before = this.#numbers[this.#next]
    this.#numbers = this.#gone.size > 0 ? [...this.all()] : this.#numbers.slice(this.#head)
    this.#gone.clear()
    this.#head = 0
    this.#next = before === undefined ? this.#numbers.length : this.#place(before)
  }

  /** Returns the index of the number, or the index at which it would be inserted. */
  #place(sequence: number): number {
    let low = this.#head
    let high = this.#numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#numbers[middle] as number) < sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}
