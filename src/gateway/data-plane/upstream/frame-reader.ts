/** Follows the frames of a WebSocket: RFC 6455 section 5.2. */

/** Follows the frames of one direction. */
export class FrameReader {
  readonly #maxBytes: number
  /** The bytes of a head that is not complete. */
  #head: number[] = []
  /** The bytes of the frame that have not arrived. */
  #left = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get isBetweenFrames(): boolean {
    return this.#left === 0 && this.#head.length === 0
  }

  /** Reads a part of the bytes. Returns false when a frame is longer than the limit. */
  read(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at)
        this.#left -= taken
        at += taken
        continue
      }
      this.#head.push(chunk[at++] as number)
      const length = readLength(this.#head)
      if (length === undefined) continue
      if (length > this.#maxBytes) return false
      this.#left = length + ((this.#head[1] as number) >= 0x80 ? 4 : 0) // the key of the mask
      this.#head = []
    }
    return true
  }
}

/** Returns the length of the payload; undefined for a head that is not complete. */
function readLength([, second, ...extended]: readonly number[]): number | undefined {
  if (second === undefined) return undefined
  const short = second & 0x7f
  const digits = short === 127 ? 8 : short === 126 ? 2 : 0
  if (extended.length < digits) return undefined
  return digits === 0 ? short : extended.reduce((length, byte) => length * 256 + byte, 0)
}
