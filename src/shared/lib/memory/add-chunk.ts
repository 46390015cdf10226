/** Collects the chunks of a body. A buffer takes hundreds of bytes beside its own, also one with a single byte. */

const group = 256
const longBytes = 8 * 1024

/** Adds a chunk to those of a body. Of each 256 chunks, it joins those after the last long one. */
export function addChunk(chunks: Buffer[], chunk: Buffer): void {
  if (chunks.push(chunk) % group !== 0) return
  const first = chunks.findLastIndex(({ length }) => length >= longBytes) + 1
  if (chunks.length - first > 1) chunks.push(Buffer.concat(chunks.splice(first)))
}
