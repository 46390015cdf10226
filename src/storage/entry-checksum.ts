/** The checksum of an entry, so that a bit that flips on the disk is never taken for what was written. */
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** The columns that the checksum covers, in their order. */
export const checksummedColumns = 'kind, key, value, consumed_at, expires_at, family'

/** CRC-32 of the columns; their lengths keep ('a', 'bc') from ('ab', 'c'). */
export function computeEntryChecksum(...columns: readonly unknown[]): number {
  const texts = columns.map((each) => (each === null ? '-' : String(each)))
  return crc32(texts.map((text) => `${text.length}:${text}`).join(' '))
}

/** Makes the SQL function `entry_checksum`, which every statement that writes or checks entries uses. */
export function registerChecksumFunction(database: DatabaseSync): void {
  database.function('entry_checksum', { deterministic: true, varargs: true }, computeEntryChecksum)
}
