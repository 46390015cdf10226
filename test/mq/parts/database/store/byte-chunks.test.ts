import test from 'ava'
import { ByteChunks } from '../../../../../src/mq/parts/database/store/byte-chunks.ts'

/** Returns the lengths of the chunks for pieces with these lengths, and whether all bytes are there in their order. */
function join(...lengths: number[]) {
  const chunks: ArrayBuffer[] = []
  const joined = new ByteChunks((chunk) => chunks.push(chunk))
  const pieces = lengths.map((length, index) => Buffer.alloc(length, index + 1))
  for (const piece of pieces) joined.add(piece)
  joined.flush()
  joined.flush()
  const all = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk)))
  return { lengths: chunks.map(({ byteLength }) => byteLength), isWhole: all.equals(Buffer.concat(pieces)) }
}

test('joins pieces to chunks of at most 1 MiB', (t) => {
  t.deepEqual(join(), { lengths: [], isWhole: true })
  t.deepEqual(join(1), { lengths: [1], isWhole: true })
  t.deepEqual(join(1, 2, 3), { lengths: [6], isWhole: true })
  t.deepEqual(join(600_000, 448_576), { lengths: [1_048_576], isWhole: true })
  t.deepEqual(join(600_000, 448_577, 5), { lengths: [600_000, 448_582], isWhole: true })
})

test('a piece that is longer than a chunk is a chunk', (t) => {
  t.deepEqual(join(5, 2_000_000, 7), { lengths: [5, 2_000_000, 7], isWhole: true })
})

test('pieces that are added after a flush begin a new chunk', (t) => {
  const chunks: ArrayBuffer[] = []
  const joined = new ByteChunks((chunk) => chunks.push(chunk))
  for (const text of ['first', 'second']) {
    joined.add(Buffer.from(text))
    joined.flush()
  }
  t.deepEqual(
    chunks.map((chunk) => Buffer.from(chunk).toString()),
    ['first', 'second'],
  )
})
