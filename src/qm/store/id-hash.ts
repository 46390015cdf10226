import { randomInt } from 'node:crypto'

/** Other in each process, so that nobody can choose ids that have the same number. */
const seed = randomInt(2 ** 32)

/** A number for a message or correlation id: equal ids have the same, and different ones hardly ever. */
export function hashMessageId(id: Uint8Array): number {
  // FNV-1a, over all bytes: ids that a queue manager makes differ in their last ones only.
  let hash = seed
  for (const byte of id) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}
