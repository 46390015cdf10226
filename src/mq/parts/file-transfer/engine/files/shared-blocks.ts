/** Memory blocks that threads share, so that contents are not copied. One that is not given back is freed later. */
export const blockBytes = 524_288

/** The free blocks that are kept for the next transfer: as many as one transfer has in use. */
const maxFreeBlocks = 20

export type SharedBlock = Uint8Array<SharedArrayBuffer>

export function createSharedBlock(): SharedBlock {
  return new Uint8Array(new SharedArrayBuffer(blockBytes))
}

export class SharedBlocks {
  readonly #free: SharedBlock[] = []

  /** Returns a block that is not in use. */
  take(): SharedBlock {
    return this.#free.pop() ?? createSharedBlock()
  }

  /** Makes a block available again. Neither a thread nor a frame may use it. */
  giveBack(block: SharedBlock): void {
    if (this.#free.length < maxFreeBlocks) this.#free.push(block)
  }
}

/** Returns bytes that threads can share: `bytes` if they are, otherwise a copy, in `block` if they fit into it. */
export function shareBytes(bytes: Uint8Array, block: SharedBlock): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer || bytes.length > block.length) return bytes
  block.set(bytes)
  return block.subarray(0, bytes.length)
}
