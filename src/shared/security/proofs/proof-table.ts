/** A set of hashes that takes 11 to 22 bytes for each; a `Set` takes about 100. */
import { randomBytes } from 'node:crypto'

/** Decides the places of hashes, so that clients cannot choose ids of proofs whose places collide. */
const seed = randomBytes(8)
const [highSeed, lowSeed] = [seed.readInt32LE(0), seed.readInt32LE(4)]
const firstSlots = 128

/** Hashes of 64 bits, each as two numbers of 32 bits. */
export class ProofTable {
  size = 0
  /** Both halves of each hash. A slot whose second half is 0 is free. */
  #slots = new Uint32Array(2 * firstSlots)

  /** Returns false when the table has the hash. */
  add(high: number, low: number): boolean {
    if (8 * this.size >= 3 * this.#slots.length) this.#grow() // three of four slots are used
    if (!insert(this.#slots, high, low || 1)) return false
    this.size += 1
    return true
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(2 * old.length)
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at + 1] as number
      if (low !== 0) insert(this.#slots, old[at] as number, low)
    }
  }
}

function insert(slots: Uint32Array, high: number, low: number): boolean {
  const mixed = Math.imul(high ^ highSeed, 0x9e3779b1) ^ Math.imul(low ^ lowSeed, 0x85ebca6b)
  const last = slots.length - 2
  // The upper bits depend on all bits of both halves.
  let at = (mixed ^ (mixed >>> 15)) & last
  for (; slots[at + 1] !== 0; at = (at + 2) & last) if (slots[at] === high && slots[at + 1] === low) return false
  slots[at] = high
  slots[at + 1] = low
  return true
}
