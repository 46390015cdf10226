/** Checksums of file content, in upper-case hexadecimal digits. */
import { createHash, type Hash, hash } from 'node:crypto'
import type { ChecksumMethod } from '../types/request.ts'

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
