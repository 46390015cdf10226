import test from 'ava'

import type { PostgresConnection } from '../../../../src/lib/postgres/postgres-connection.ts'
import { PostgresError } from '../../../../src/lib/postgres/postgres-error.ts'
import { openBodyTable } from '../../../../src/qm/store/postgres/body-table.ts'

const partBytes = 1_048_576

/** A table of bodies, and the lengths of its parts by name. */
function open() {
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
  return {
    bodies: openBodyTable(connection, 'qm_a', 'the place'),
    parts,
    statements,
    state,
    lengthsOf,
  }
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
    const { bodies, lengthsOf } = open()
    const body = Buffer.alloc(length, 'large body ')
    const name = await bodies.write(body)
    t.deepEqual(lengthsOf(name), [...lengths])
    t.true((await bodies.read(name)).equals(body))
  })

test('an empty body has no part', async (t) => {
  const { bodies, lengthsOf } = open()
  const name = await bodies.write(Buffer.alloc(0))
  t.is(lengthsOf(name), undefined)
  t.is((await bodies.read(name)).length, 0)
})

test('each body has a name of its own, which ends with its checksum', async (t) => {
  const { bodies } = open()
  const names = await Promise.all([1, 2].map(() => bodies.write(Buffer.from('123456789'))))
  t.not(names[0], names[1])
  for (const name of names) t.regex(name, /^[0-9a-f-]{36}\.cbf43926$/)
})

test('a removed, changed or incomplete body is damage', async (t) => {
  const { bodies, parts } = open()
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
  const { bodies, parts } = open()
  const [one, other] = [await bodies.write(Buffer.from('a')), await bodies.write(Buffer.from('b'))]
  await bodies.remove(one)
  await bodies.remove(one)
  t.deepEqual([...parts.keys()], [other])
})

test('every statement names the schema, and errors of the database are those of the store', async (t) => {
  const { bodies, state, statements } = open()
  state.fault = new PostgresError('full', 'the disk of the database is full')
  for (const work of [bodies.write(Buffer.from('x')), bodies.read('a.b'), bodies.remove('a.b')]) {
    const error = await t.throwsAsync(work, { name: 'MessageStoreError', message: /is full/ })
    t.is((error as { kind?: string }).kind, 'full')
  }
  t.is(statements.length, 3)
  for (const text of statements) t.regex(text, /qm_a\.body /)
})
