import test from 'ava'
import { addChunk } from '../../../../src/shared/lib/memory/add-chunk.ts'

test('many short chunks become few, and keep their order', (t) => {
  const chunks: Buffer[] = []
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
  for (let at = 0; at < bytes.length; at++) addChunk(chunks, bytes.subarray(at, at + 1))
  t.true(chunks.length < 600, `${chunks.length} chunks`)
  t.true(Buffer.concat(chunks).equals(bytes))
})

test('chunks without bytes do not add up', (t) => {
  const chunks: Buffer[] = []
  for (let count = 0; count < 10_000; count++) addChunk(chunks, Buffer.alloc(0))
  t.true(chunks.length <= 256, `${chunks.length} chunks`)
})

test('long chunks are not copied', (t) => {
  const chunks: Buffer[] = []
  const chunk = Buffer.alloc(16_384)
  for (let count = 0; count < 1_000; count++) addChunk(chunks, chunk)
  t.true(chunks.length === 1_000 && chunks.every((each) => each === chunk))
})
