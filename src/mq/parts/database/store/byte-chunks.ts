/** Joins small pieces of bytes to chunks with memory of their own, which can be moved to another thread. */
const chunkBytes = 1_048_576

export class ByteChunks {
  readonly #receive: (chunk: ArrayBuffer) => void
  #chunk = Buffer.alloc(0)
  #length = 0

  /** `receive` gets every full chunk. A piece is never divided. */
  constructor(receive: (chunk: ArrayBuffer) => void) {
    this.#receive = receive
  }

  add(piece: Buffer): void {
    if (this.#length + piece.length > this.#chunk.length) {
      this.flush()
      this.#chunk = Buffer.from(new ArrayBuffer(Math.max(chunkBytes, piece.length)))
    }
    this.#length += piece.copy(this.#chunk, this.#length)
  }

  /** Passes on what was added since the last chunk. */
  flush(): void {
    if (this.#length > 0) this.#receive((this.#chunk.buffer as ArrayBuffer).slice(0, this.#length))
    this.#length = 0
  }
}
