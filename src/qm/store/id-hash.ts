/** A number for a message or correlation id: equal ids have the same, and different ones hardly ever. */
export function idHash(id: Uint8Array): number {
  // FNV-1a over all bytes: ids that a queue manager makes differ in their last ones only.
  let hash = 0x811c9dc5
  for (const byte of id) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash
}
