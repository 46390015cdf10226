/**
 * A set that usually has no member or one, in objects that are created often. It allocates nothing
 * before the second member; a `Set` allocates about 200 bytes at once.
 *
 * Like `Set`, it iterates in the order of insertion.
 */
export class SmallSet<T extends object> {
  /** The only member; undefined when there is none or when `#many` has the members. */
  #only: T | undefined
  #many: Set<T> | undefined

  get size(): number {
    if (this.#many) return this.#many.size
    return this.#only === undefined ? 0 : 1
  }

  add(member: T): void {
    if (this.#many) this.#many.add(member)
    else if (this.#only === undefined) this.#only = member
    else if (this.#only !== member) {
      this.#many = new Set([this.#only, member])
      this.#only = undefined
    }
  }

  /** Returns whether the member was in the set. */
  delete(member: T): boolean {
    if (this.#many) return this.#many.delete(member)
    if (this.#only !== member) return false
    this.#only = undefined
    return true
  }

  clear(): void {
    this.#only = undefined
    this.#many = undefined
  }

  [Symbol.iterator](): Iterator<T> {
    if (this.#many) return this.#many.values()
    return (this.#only === undefined ? [] : [this.#only]).values()
  }
}
