import test from 'ava'

import { StoredBodies } from '../../../../src/qm/store/postgres/stored-bodies.ts'

/**
 * A database with the messages 1 to `count`, each with its number as the body. `reads` has the number of messages that each
 * statement asked for. It returns at most `maxRows` of them.
 */
function open({ count = 1_000, maxRows = Number.POSITIVE_INFINITY, bodyBytes = 5 } = {}) {
  const reads: number[] = []
  const state = { fault: undefined as Error | undefined }
  const bodies = new StoredBodies({
    schema: 'qm',
    connection: {
      async query(_, [wanted]) {
        const sequences = String(wanted).slice(1, -1).split(',').map(Number)
        reads.push(sequences.length)
        await new Promise(setImmediate)
        if (state.fault) throw state.fault
        const found = sequences.filter((each) => each <= count).slice(0, maxRows)
        return found.map((sequence) => ({ sequence, body: Buffer.alloc(bodyBytes, String(sequence)) }))
      },
    },
  })
  const read = async (sequence: number) => (await bodies.read(sequence, after(sequence, count)))?.toString()
  return { bodies, read, reads, state }
}

function* after(sequence: number, last: number): Generator<number> {
  for (let next = sequence + 1; next <= last; next++) yield next
}

const textOf = (sequence: number) => String(sequence).repeat(5).slice(0, 5)

test('reads in order need few statements, which grow', async (t) => {
  const { read, reads } = open()
  for (let sequence = 1; sequence <= 1_000; sequence++) t.is(await read(sequence), textOf(sequence))
  t.deepEqual(reads, [8, 16, 32, 64, 128, 256, 256, 240])
})

test('simultaneous reads in order share their statements', async (t) => {
  const { read, reads } = open()
  const sequences = Array.from({ length: 64 }, (_, index) => index + 1)
  t.deepEqual(await Promise.all(sequences.map(read)), sequences.map(textOf))
  t.deepEqual(reads, [8, 16, 32, 64])
})

test('a read elsewhere begins with few messages', async (t) => {
  const { read, reads } = open()
  for (const sequence of [1, 500, 300, 9, 508]) t.is(await read(sequence), textOf(sequence))
  t.deepEqual(reads, [8, 8, 8, 16, 16])
})

test('a body that a statement did not bring is read when it is wanted', async (t) => {
  const { read, reads } = open({ maxRows: 2 })
  t.deepEqual(await Promise.all([1, 2, 3].map(read)), [1, 2, 3].map(textOf))
  t.is(reads.length, 2)
})

test('a body that was removed after it was read ahead is not returned', async (t) => {
  const { bodies, read, reads } = open()
  await read(1)
  bodies.forget(2)
  t.is(await read(2), textOf(2))
  t.is(reads.length, 2)
})

test('a message that the database does not have is undefined', async (t) => {
  const { bodies } = open({ count: 3 })
  t.is(await bodies.read(4, []), undefined)
})

test('a failed read rejects for every caller, and the next one reads again', async (t) => {
  const { read, state, reads } = open()
  state.fault = new Error('no answer')
  const outcomes = await Promise.allSettled([read(1), read(2)])
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  state.fault = undefined
  t.is(await read(1), textOf(1))
  t.is(reads.length, 3)
})

test('bodies that were read ahead take at most 8 MiB of memory', async (t) => {
  const { read, reads } = open({ bodyBytes: 200_000 })
  for (const sequence of [1, 101, 201, 301, 401, 501, 601]) await read(sequence)
  const before = reads.length
  await read(602)
  t.is(reads.length, before, 'the last ones are there')
  await read(2)
  t.is(reads.length, before + 1, 'the first ones are not')
})
