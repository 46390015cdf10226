/**
 * Where connections read to, and how parts of an answer are handed on.
 *
 * Most answers are short: they are read to one buffer that all plain connections share, and copied from there. What
 * fills it is the beginning of much: then a connection reads to buffers of its own, which are handed on as they are.
 */

export interface ReadBuffer {
  /** A part of the bytes that have just been read, for the handler to keep. */
  take(bytes: Buffer, start: number, end: number): Buffer
  /** Nothing is expected for some time. */
  onIdle(): void
}

const bufferBytes = 64 * 1024
/** Less is not worth it. */
const minReleasedBytes = 8 * 1024

/** All connections read to it in turn: a read is over before the next begins. */
const shared = Buffer.allocUnsafeSlow(bufferBytes)

/** For a connection that is told where to read to. */
export class AdaptiveReadBuffer implements ReadBuffer {
  #current: Buffer | undefined = shared

  /** The buffer for the next read. */
  readonly next = (): Buffer => {
    this.#current ??= Buffer.allocUnsafeSlow(bufferBytes)
    return this.#current
  }

  take(bytes: Buffer, start: number, end: number): Buffer {
    if (end === bufferBytes) this.#current = undefined
    return bytes === shared ? Buffer.from(bytes.subarray(start, end)) : ownPart(bytes, start, end)
  }

  onIdle(): void {
    this.#current = shared
  }
}

/** For a connection that brings a buffer of its own with each read. */
export const perReadBuffer: ReadBuffer = { take: ownPart, onIdle() {} }

function ownPart(bytes: Buffer, start: number, end: number): Buffer {
  return start === 0 && end === bytes.length ? bytes : Buffer.from(bytes.subarray(start, end))
}

/**
 * Frees a part of a body that nobody reads any more: it is empty from then on. Without this, a body of any length
 * would leave as much memory behind until it is collected, which happens late.
 */
export function releaseBuffer(part: Buffer): void {
  const { buffer } = part
  if (part.length >= minReleasedBytes && part.length === buffer.byteLength)
    (buffer as ArrayBuffer).transfer(0)
}
