/** Checksums of file content, in upper-case hexadecimal digits. */
import { createHash, type Hash } from 'node:crypto'
import type { ChecksumMethod } from '../types/request.ts'

export interface Checksum {
  update(bytes: Uint8Array): void
  /** Returns the checksum; empty for the method `none`. */
  digest(): string
}

export function createChecksum(method: ChecksumMethod): Checksum {
  const hash: Hash | undefined = method === 'none' ? undefined : createHash(method)
  return {
    update(bytes) {
      hash?.update(bytes)
    },
    digest: () => hash?.digest('hex').toUpperCase() ?? '',
  }
}
