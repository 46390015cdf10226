/** Splits the bytes of a connection into protocol headers and frames. */
import { AmqpError } from './errors.ts'

/** The maximum size in bytes of a frame that a client may send. */
export const maxFrameBytes = 65_536

const headerBytes = 8

export interface FrameSplitter {
  /**
   * Adds bytes, and passes on what is complete. Throws an `AmqpError` for a frame that is larger than the server accepts, and
   * whatever `handle` throws.
   */
  push(bytes: Buffer): void
}

/**
 * `expectsHeader` says whether a protocol header is next, and not a frame. `handle` is called with each header and frame; it
 * returns false to keep those that follow until the next `push`.
 */
export function createFrameSplitter(expectsHeader: () => boolean, handle: (bytes: Buffer) => boolean): FrameSplitter {
  /** Bytes of an incomplete frame. They are joined once, when the frame is complete. */
  let chunks: Buffer[] = []
  let length = 0
  let needed = headerBytes

  return {
    push(bytes) {
      chunks.push(bytes)
      length += bytes.length
      if (length < needed) return
      const all = chunks.length === 1 ? bytes : Buffer.concat(chunks)
      let at = 0
      let goesOn = true
      while (goesOn) {
        needed = findSize(all, at)
        if (all.length - at < needed) break
        const next = at
        at += needed
        goesOn = handle(all.subarray(next, at))
      }
      if (!goesOn) needed = headerBytes
      chunks = at < all.length ? [all.subarray(at)] : []
      length = all.length - at
    },
  }

  function findSize(bytes: Buffer, at: number): number {
    if (expectsHeader() || bytes.length - at < headerBytes) return headerBytes
    const size = bytes.readUInt32BE(at)
    if (size >= headerBytes && size <= maxFrameBytes) return size
    throw new AmqpError(
      'amqp:connection:framing-error',
      `a frame has ${size} bytes, and the server accepts ${headerBytes} to ${maxFrameBytes}`,
    )
  }
}
