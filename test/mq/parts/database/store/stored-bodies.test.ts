import test from 'ava'
import { openBodyTable, StoredBodies } from '../../../../../src/mq/parts/database/store/stored-bodies.ts'
import type { PostgresConnection } from '../../../../../src/shared/lib/postgres/postgres-connection.ts'
import { PostgresError } from '../../../../../src/shared/lib/postgres/postgres-error.ts'

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

/** A database with every message, each with a body of 1 MiB; `wanted` has the messages and the limit of each statement. */
function openLarge(bodyBytes = 1_048_576) {
  const wanted: { sequences: number[]; maxBytes: unknown }[] = []
  const statements = new Set<string>()
  const body = Buffer.alloc(bodyBytes)
  const bodies = new StoredBodies({
    schema: 'qm_a',
    connection: {
      async query({ name, text }, [list, maxBytes]) {
        statements.add(`${name}: ${/qm_a\.\w+/.exec(text)}`)
        const sequences = String(list).slice(1, -1).split(',').map(Number)
        wanted.push({ sequences, maxBytes })
        return sequences.map((sequence) => ({ sequence, body }))
      },
    },
  })
  const read = (sequence: number) => bodies.read(sequence, after(sequence, 1e9))
  const lists = () => wanted.map(({ sequences }) => sequences)
  return { bodies, read, wanted, statements, lists }
}

test('a statement reads the bodies of the schema, and reads ahead at most 1 MiB', async (t) => {
  const { read, wanted, statements } = openLarge()
  await read(1)
  t.deepEqual(wanted, [{ sequences: [1, 2, 3, 4, 5, 6, 7, 8], maxBytes: 1_048_576 }])
  t.deepEqual([...statements], ['read-bodies: qm_a.message'])
})

test('exactly 8 MiB are kept, the latest ones', async (t) => {
  const { bodies, read, lists } = openLarge()
  for (let count = 0; count <= 1_048_576; count++) bodies.forget(5) // it is not there
  await read(1)
  await read(101)
  t.is(lists().length, 2, 'of the bodies 2 to 8 and 102 to 108, the last 8 are kept')
  for (const kept of [8, 102, 108]) await read(kept)
  t.is(lists().length, 2)
  await read(7)
  t.is(lists().length, 3)
})

test('a body that was read ahead is returned once', async (t) => {
  const { read, lists } = openLarge()
  for (const sequence of [1, 2, 2]) await read(sequence)
  t.is(lists().length, 2)
})

test('bodies that are there, or are being read, are not read again', async (t) => {
  const { bodies, lists } = openLarge()
  await bodies.read(1, [2, 3])
  await Promise.all([bodies.read(10, [2, 11]), bodies.read(20, [3, 11, 21])])
  t.deepEqual(lists(), [
    [1, 2, 3],
    [10, 11],
    [20, 21],
  ])
})

test('bodies that a statement did not bring are read ahead again', async (t) => {
  const wanted: string[] = []
  const bodies = new StoredBodies({
    schema: 'qm',
    connection: {
      async query(_, [list]) {
        wanted.push(String(list))
        return []
      },
    },
  })
  t.is(await bodies.read(1, [2, 3]), undefined)
  t.is(await bodies.read(2, [3, 4]), undefined)
  t.deepEqual(wanted, ['{1,2,3}', '{2,3,4}'])
})

/** A database whose statements wait for the test. Each body has 1 MiB. */
function openWaiting() {
  const waiting: { sequences: number[]; answer: (rows: { sequence: number; body: Buffer }[]) => void }[] = []
  const lists: number[][] = []
  const body = Buffer.alloc(1_048_576)
  const bodies = new StoredBodies({
    schema: 'qm',
    connection: {
      query: (_, [list]) => {
        const sequences = String(list).slice(1, -1).split(',').map(Number)
        lists.push(sequences)
        return new Promise((answer) => void waiting.push({ sequences, answer }))
      },
    },
  })
  /** Answers the oldest statement with the first `count` of its bodies. */
  async function answer(count = Number.POSITIVE_INFINITY): Promise<void> {
    const oldest = waiting.shift()
    oldest?.answer(oldest.sequences.slice(0, count).map((sequence) => ({ sequence, body })))
    await new Promise(setImmediate)
  }
  return { bodies, lists, answer }
}

test('a body that two statements bring takes memory once', async (t) => {
  const { bodies, lists, answer } = openWaiting()
  const reads: Promise<unknown>[] = []
  for (const place of [100, 200, 300, 400, 500, 600, 700, 800, 900]) {
    const [first, second, third, shared] = [place + 1, place + 2, place + 3, place + 4]
    reads.push(bodies.read(first, [shared]), bodies.read(shared, []), bodies.read(shared, []))
    await answer(1)
    await answer()
    reads.push(bodies.read(second, [shared]))
    await answer()
    reads.push(bodies.read(third, [shared]))
    t.deepEqual(lists.slice(-2), [
      [second, shared],
      [third, shared],
    ])
    await answer()
    await answer()
    bodies.forget(shared)
  }
  await Promise.all(reads)

  const read = bodies.read(1, [2])
  await answer()
  await read
  const { length } = lists
  void bodies.read(2, [])
  t.is(lists.length, length, 'a body of 1 MiB is kept, as no other one is in memory')
})

test('a place where reads went on is used once', async (t) => {
  const { read, lists } = openLarge(1)
  for (const sequence of [1, 9, 9]) await read(sequence)
  t.deepEqual(
    lists().map(({ length }) => length),
    [8, 16, 8],
  )
})

for (const [count, length] of [
  [64, 16],
  [65, 8],
] as const)
  test(`after reads at ${count} places, a read goes on at the first one with ${length} messages`, async (t) => {
    const { read, lists } = openLarge(1)
    for (let place = 0; place < count; place++) await read(1 + 1_000 * place)
    await read(9)
    t.is(lists().at(-1)?.length, length)
  })

const partBytes = 1_048_576

/** A table of bodies, and the lengths of its parts by name. */
function openTable() {
  const parts = new Map<string, Buffer[]>()
  const statements: string[] = []
  const state = { fault: undefined as Error | undefined }
  const connection: PostgresConnection = {
    async query({ name: statement, text }, [name, part, bytes]) {
      statements.push(text)
      if (state.fault) throw state.fault
      const found = parts.get(name as string) ?? []
      if (statement === 'add-body') {
        if (part !== found.length) throw new Error(`part ${part} follows ${found.length} parts`)
        parts.set(name as string, [...found, Buffer.from(bytes as Buffer)])
      }
      if (statement === 'remove-body') parts.delete(name as string)
      return statement === 'read-body' ? found.slice(part as number, (part as number) + 1).map(toRow) : []
    },
    close: async () => {},
  }
  const lengthsOf = (name: string) => parts.get(name)?.map(({ length }) => length)
  return { bodies: openBodyTable(connection, 'qm_a', 'the place'), parts, statements, state, lengthsOf }
}

function toRow(bytes: Buffer) {
  return { bytes }
}

for (const [length, lengths] of [
  [1, [1]],
  [partBytes, [partBytes]],
  [partBytes + 1, [partBytes, 1]],
  [2 * partBytes + 5, [partBytes, partBytes, 5]],
] as const)
  test(`a body of ${length} bytes is stored in parts of at most 1 MiB, and read back`, async (t) => {
    const { bodies, lengthsOf } = openTable()
    const body = Buffer.alloc(length, 'large body ')
    const name = await bodies.write(body)
    t.deepEqual(lengthsOf(name), [...lengths])
    t.true((await bodies.read(name)).equals(body))
  })

test('an empty body has no part', async (t) => {
  const { bodies, lengthsOf } = openTable()
  const name = await bodies.write(Buffer.alloc(0))
  t.is(lengthsOf(name), undefined)
  t.is((await bodies.read(name)).length, 0)
})

test('each body has a name of its own, which ends with its checksum', async (t) => {
  const { bodies } = openTable()
  const names = await Promise.all([1, 2].map(() => bodies.write(Buffer.from('123456789'))))
  t.not(names[0], names[1])
  for (const name of names) t.regex(name, /^[0-9a-f-]{36}\.cbf43926$/)
})

test('a removed, changed or incomplete body is damage', async (t) => {
  const { bodies, parts } = openTable()
  const names = await Promise.all([1, 2, 3].map(() => bodies.write(Buffer.alloc(partBytes + 5, 'x'))))
  const [removed, changed, incomplete] = names as [string, string, string]
  await bodies.remove(removed)
  parts.get(changed)?.[1]?.fill('y')
  parts.get(incomplete)?.pop()
  for (const name of names) {
    const error = await t.throwsAsync(bodies.read(name), {
      name: 'MessageStoreError',
      message: `the place: the body ${name} is not what was written`,
    })
    t.is((error as { kind?: string }).kind, 'damaged')
  }
})

test('only the body with the name is removed', async (t) => {
  const { bodies, parts } = openTable()
  const [one, other] = [await bodies.write(Buffer.from('a')), await bodies.write(Buffer.from('b'))]
  await bodies.remove(one)
  await bodies.remove(one)
  t.deepEqual([...parts.keys()], [other])
})

test('every statement names the schema, and errors of the database are those of the store', async (t) => {
  const { bodies, state, statements } = openTable()
  state.fault = new PostgresError('full', 'the disk of the database is full')
  for (const work of [bodies.write(Buffer.from('x')), bodies.read('a.b'), bodies.remove('a.b')]) {
    const error = await t.throwsAsync(work, { name: 'MessageStoreError', message: /is full/ })
    t.is((error as { kind?: string }).kind, 'full')
  }
  t.is(statements.length, 3)
  for (const text of statements) t.regex(text, /qm_a\.body /)
})
