import { randomInt } from 'node:crypto'

/** A random seed per process prevents clients from choosing ids with the same hash. */
const seed = randomInt(2 ** 32)

/** Returns a hash of a message or correlation id. */
export function hashMessageId(id: Uint8Array): number {
  // FNV-1a over all bytes, because generated ids differ only in their last bytes.
  let hash = seed
  for (const byte of id) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}
