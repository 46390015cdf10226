/**
 * Where connections read to, and how parts of an answer are handed on.
 *
 * Short answers are read to one buffer that all plain connections share, and copied from there. A connection on which
 * much comes has buffers of its own, which go to the handler as they are, and come back with `recycle`: a body of any
 * length then passes through a few buffers, where otherwise each of its bytes would be memory to be collected.
 */

export interface Memory {
  /** A part of the bytes that have just been read, for the handler to keep. Once for each read. */
  part(bytes: Buffer, start: number, end: number): Buffer
  /** Nothing is expected for some time. */
  rest(): void
}

const size = 64 * 1024
/** Shorter parts are copied: they would keep the whole buffer. */
const muchBytes = size / 2
/** Buffers that are kept for the next ones. */
const mostFree = 64

/** All connections read to it in turn: a read is over before the next begins. */
const shared = Buffer.allocUnsafeSlow(size)
const free: Buffer[] = []
const lent = new WeakSet<ArrayBufferLike>()

/** Gives back a part of an answer when nobody reads its bytes any more. Whoever cannot know that leaves it be. */
export function recycle(part: Buffer): void {
  if (lent.delete(part.buffer)) keep(Buffer.from(part.buffer))
}

function keep(buffer: Buffer): void {
  if (free.length < mostFree) free.push(buffer)
}

/** For a connection that is told where to read to. */
export class ReadBuffer implements Memory {
  #current: Buffer | undefined = shared

  /** The buffer for the next read. */
  readonly next = (): Buffer => {
    this.#current ??= free.pop() ?? Buffer.allocUnsafeSlow(size)
    return this.#current
  }

  part(bytes: Buffer, start: number, end: number): Buffer {
    const part = bytes.subarray(start, end)
    if (part.length < muchBytes) return Buffer.from(part)

    this.#current = undefined
    if (bytes === shared) return Buffer.from(part)
    lent.add(bytes.buffer)
    return part
  }

  rest(): void {
    if (this.#current === shared) return
    if (this.#current) keep(this.#current)
    this.#current = shared
  }
}

/** For a connection that brings memory of its own with each read. */
export const broughtAlong: Memory = {
  part(bytes, start, end) {
    const part = bytes.subarray(start, end)
    return part.length < muchBytes ? Buffer.from(part) : part
  },
  rest() {},
}
