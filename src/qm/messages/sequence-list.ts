/**
 * The order of one lane: the sequence numbers of its stored messages, eight bytes each.
 *
 * Taking the first or the last, appending and putting back cost the same however long it is; what leaves from the middle
 * stays as a mark until an end has come to it.
 */
const minMarksToCompact = 4096

export class SequenceList {
  #numbers: number[]
  /** Nothing before it is left. */
  #head = 0
  /** Nothing before it is available. */
  #next = 0
  /** Those behind the head that have left. */
  readonly #gone = new Set<number>()
  readonly #isHeld: (sequence: number) => boolean

  /** The numbers that are there already rise; the list is its own from now on. */
  constructor(numbers: number[], isHeld: (sequence: number) => boolean) {
    this.#numbers = numbers
    this.#isHeld = isHeld
  }

  get isEmpty(): boolean {
    return this.#head === this.#numbers.length
  }

  /** The sequence must be higher than all before it. */
  push(sequence: number): void {
    this.#numbers.push(sequence)
  }

  /** The first that nobody holds. */
  first(): number | undefined {
    for (; this.#next < this.#numbers.length; this.#next++) {
      const sequence = this.#numbers[this.#next] as number
      if (this.#isAvailable(sequence)) return sequence
    }
    return undefined
  }

  /** One that was held is available again. */
  restore(sequence: number): void {
    this.#next = Math.min(this.#next, this.#place(sequence))
  }

  /** One that was held has left. */
  remove(sequence: number): void {
    this.#gone.add(sequence)
    while (this.#gone.delete(this.#numbers[this.#head] as number)) this.#head++
    while (this.#gone.delete(this.#numbers.at(-1) as number)) this.#numbers.pop()
    this.#next = Math.min(Math.max(this.#next, this.#head), this.#numbers.length)
    this.#compact()
  }

  /** Whether it is left, held or not. */
  has(sequence: number): boolean {
    return this.#numbers[this.#place(sequence)] === sequence && !this.#gone.has(sequence)
  }

  /** Everything that is left, held or not. */
  *all(): Generator<number> {
    for (let place = this.#head; place < this.#numbers.length; place++) {
      const sequence = this.#numbers[place] as number
      if (!this.#gone.has(sequence)) yield sequence
    }
  }

  /** Those that nobody holds. */
  *available(): Generator<number> {
    for (let place = this.#next; place < this.#numbers.length; place++) {
      const sequence = this.#numbers[place] as number
      if (this.#isAvailable(sequence)) yield sequence
    }
  }

  #isAvailable(sequence: number): boolean {
    return !this.#isHeld(sequence) && !this.#gone.has(sequence)
  }

  /** Lets go of what the head has passed, and of marks, when they are more than what is left. */
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

  /** Where the sequence is, or would be. */
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
