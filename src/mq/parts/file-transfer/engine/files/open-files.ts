/** Files that a thread has open, reading and writing them completely, and checksums of their content. */
import { createHash, type Hash, hash } from 'node:crypto'
import { closeSync, readSync, writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChecksumMethod } from '../types/request.ts'

interface OpenFile {
  readonly checksum: Checksum
  /** The bytes that were read or written, and count for the checksum. */
  size: number
}

export class OpenFiles {
  readonly #files = new Map<number, OpenFile>()

  add(handle: number, file: OpenFile): void {
    this.#files.set(handle, file)
  }

  /** Throws when the thread that opened the file has ended. */
  find(handle: number): OpenFile {
    const file = this.#files.get(handle)
    if (file) return file
    throw new Error('the file is no longer open, because its thread has ended')
  }

  /** Forgets a file, which the caller closes. */
  take(handle: number): OpenFile {
    const file = this.find(handle)
    this.#files.delete(handle)
    return file
  }

  close(handle: number): void {
    if (this.#files.delete(handle)) closeSync(handle)
  }

  closeAll(): void {
    for (const handle of [...this.#files.keys()]) this.close(handle)
  }
}

const readOverBytes = 1_048_576

/** Reads the first bytes for their checksum. Other work of the thread goes on meanwhile. Rejects when the file has fewer. */
export async function readOver(handle: number, checksum: Checksum, bytes: number): Promise<void> {
  const block = Buffer.allocUnsafeSlow(Math.min(readOverBytes, bytes))
  for (let at = 0; at < bytes; ) {
    const length = readFully(handle, block.subarray(0, Math.min(block.length, bytes - at)), at)
    if (length === 0) throw Object.assign(new Error(`a file has ${at} bytes and needs ${bytes}`), { code: 'ESHORT' })
    checksum.update(block.subarray(0, length))
    at += length
    await nextTurn()
  }
}

/** Fills `into` from a position of the file. Returns the number of bytes; fewer only at the end of the file. */
export function readFully(handle: number, into: Uint8Array, from: number): number {
  let length = 0
  while (length < into.length) {
    const count = readSync(handle, into, length, into.length - length, from + length)
    if (count === 0) break
    length += count
  }
  return length
}

/** The bytes of one write: for longer ones, Linux needs contiguous memory, which is slow when it is fragmented. */
const writeBytes = 131_072

/** Writes the data at a position of the file. */
export function writeFully(handle: number, data: Uint8Array, from: number): void {
  for (let done = 0; done < data.length; )
    done += writeSync(handle, data, done, Math.min(writeBytes, data.length - done), from + done)
}

export type Checksum = ReturnType<typeof createChecksum>

export function createChecksum(method: ChecksumMethod) {
  const running: Hash | undefined = method === 'none' ? undefined : createHash(method)
  return {
    update(bytes: Uint8Array): void {
      running?.update(bytes)
    },
    /** Returns the checksum; empty for the method `none`. */
    digest: (): string => running?.digest('hex').toUpperCase() ?? '',
  }
}

/** Returns the checksum of bytes that are there at once; empty for the method `none`. */
export function computeChecksum(method: ChecksumMethod, bytes: Uint8Array): string {
  return method === 'none' ? '' : hash(method, bytes, 'hex').toUpperCase()
}
