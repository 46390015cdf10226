/** The checksum of an entry, which detects bits that flip on the disk. */
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** The columns that the checksum covers, in order. */
export const checksummedColumns = 'kind, key, value, consumed_at, expires_at, family'

/** Returns the CRC-32 of the columns. Their lengths are included, so that ('a', 'bc') and ('ab', 'c') differ. */
export function computeEntryChecksum(...columns: readonly unknown[]): number {
  const texts = columns.map((each) => (each === null ? '-' : String(each)))
  return crc32(texts.map((text) => `${text.length}:${text}`).join(' '))
}

/** Registers the SQL function `entry_checksum` on a connection. Statements that write or check entries use it. */
export function registerChecksumFunction(database: DatabaseSync): void {
  database.function('entry_checksum', { varargs: true }, computeEntryChecksum)
}
