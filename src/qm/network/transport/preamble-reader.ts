import { describeForeignPeer, preambleBytes } from '../protocol/preamble.ts'

const nothing = Buffer.alloc(0)

/** Reads the first bytes of a partner, which may arrive in several chunks. */
export class PreambleReader {
  #head: Buffer = nothing
  #isComplete = false

  /** Returns the bytes of a chunk that follow the preamble. Throws when the partner uses another protocol. */
  read(chunk: Buffer): Buffer {
    if (this.#isComplete) return chunk
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const foreign = describeForeignPeer(this.#head)
    if (foreign !== undefined) throw new ForeignPeerError(foreign)
    if (this.#head.length < preambleBytes) return nothing
    this.#isComplete = true
    const rest = this.#head.subarray(preambleBytes)
    this.#head = nothing
    return rest
  }
}

/** The partner uses another protocol; the message names it. */
export class ForeignPeerError extends Error {}
