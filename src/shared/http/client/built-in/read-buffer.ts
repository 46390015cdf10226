/**
 * Read buffers of upstream connections.
 *
 * Most responses are short. Connections without TLS read them into one shared buffer, from which the content is
 * copied. A read that fills the shared buffer is probably the beginning of a large body: the connection then
 * reads into buffers of its own, which are passed on without a copy.
 */

export interface ReadBuffer {
  /** Returns the bytes from `start` to `end` of the last read as a buffer that the caller may keep. */
  take(bytes: Buffer, start: number, end: number): Buffer
  /** Called when the connection becomes idle, so that it uses no memory of its own. */
  onIdle(): void
}

const bufferBytes = 64 * 1024
/** The minimum size of a buffer that `releaseBuffer` frees. Smaller buffers are left to the garbage collector. */
const minReleasedBytes = 8 * 1024

/** The buffer that all connections share. Safe: each read is processed completely before the next one begins. */
const shared = Buffer.allocUnsafeSlow(bufferBytes)

/** The read buffer of a connection that is told which buffer to read into. */
export class AdaptiveReadBuffer implements ReadBuffer {
  #current: Buffer | undefined = shared

  /** Returns the buffer for the next read. */
  readonly next = (): Buffer => {
    this.#current ??= Buffer.allocUnsafeSlow(bufferBytes)
    return this.#current
  }

  take(bytes: Buffer, start: number, end: number): Buffer {
    if (end === bufferBytes) this.#current = undefined
    return bytes === shared ? Buffer.from(bytes.subarray(start, end)) : copyUnlessWhole(bytes, start, end)
  }

  onIdle(): void {
    this.#current = shared
  }
}

/** The read buffer of a connection that gets a new buffer with each read, as TLS sockets do. */
export const streamReadBuffer: ReadBuffer = { take: copyUnlessWhole, onIdle() {} }

function copyUnlessWhole(bytes: Buffer, start: number, end: number): Buffer {
  return start === 0 && end === bytes.length ? bytes : Buffer.from(bytes.subarray(start, end))
}

/**
 * Frees the memory of a body part. The buffer is empty after the call, so no other code may use it. Without this
 * call, a large body would leave as much memory behind until the next garbage collection.
 */
export function releaseBuffer(part: Buffer): void {
  const { buffer } = part
  if (part.length >= minReleasedBytes && part.length === buffer.byteLength) (buffer as ArrayBuffer).transfer(0)
}
