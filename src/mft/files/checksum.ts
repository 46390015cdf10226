/** Checksums of file content, in upper-case hexadecimal digits. */
import { createHash, type Hash, hash } from 'node:crypto'
import type { ChecksumMethod } from '../types/request.ts'

export interface Checksum {
  update(bytes: Uint8Array): void
  /** Returns the checksum; empty for the method `none`. */
  digest(): string
}

export function createChecksum(method: ChecksumMethod): Checksum {
  const running: Hash | undefined = method === 'none' ? undefined : createHash(method)
  return {
    update(bytes) {
      running?.update(bytes)
    },
    digest: () => running?.digest('hex').toUpperCase() ?? '',
  }
}

/** Returns the checksum of bytes that are there at once; empty for the method `none`. */
export function computeChecksum(method: ChecksumMethod, bytes: Uint8Array): string {
  return method === 'none' ? '' : hash(method, bytes, 'hex').toUpperCase()
}
