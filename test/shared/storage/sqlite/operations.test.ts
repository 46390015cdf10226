import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openStateDatabase } from '../../../../src/shared/storage/sqlite/database.ts'
import { prepareExpirySweep, prepareOperations } from '../../../../src/shared/storage/sqlite/operations.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-operations-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const at = { kind: 'kind', key: 'key', now: 1_000 }
const row = { ...at, value: '1', expiresAt: null, family: null }

let files = 0

async function open(t: ExecutionContext) {
  const database = await openStateDatabase(join(folder, `${files++}.db`))
  t.teardown(() => database.close())
  const select = (sql: string) => database.prepare(sql).all()
  return {
    operations: prepareOperations(database),
    sweep: prepareExpirySweep(database, 2),
    entries: () => select('SELECT key, value, expires_at FROM entry ORDER BY key').map((each) => ({ ...each })),
    changedKeys: () => select('SELECT key FROM change ORDER BY key').map(({ key }) => key),
  }
}

test('a counter starts at 0, and keeps the expiry of its first step until then', async (t) => {
  const { operations, entries } = await open(t)
  t.is(operations.count({ ...at, by: 5, expiresAt: 2_000 }), 5)
  t.deepEqual(entries(), [{ key: 'key', value: '5', expires_at: 2_000 }])
  t.is(operations.count({ ...at, by: -2, expiresAt: 9_000 }), 3)
  t.deepEqual(entries(), [{ key: 'key', value: '3', expires_at: 2_000 }])
  t.is(operations.count({ ...at, by: 4, expiresAt: 9_000, now: 2_000 }), 4)
  t.deepEqual(entries(), [{ key: 'key', value: '4', expires_at: 9_000 }])
})

test('an entry that is no number is not counted', async (t) => {
  const { operations, entries } = await open(t)
  operations.save({ ...row, value: '"7"' })
  t.throws(() => operations.count({ ...at, by: 1, expiresAt: 2_000 }), {
    instanceOf: TypeError,
    message: 'kind key is not a counter',
  })
  t.deepEqual(entries(), [{ key: 'key', value: '"7"', expires_at: null }])
})

test('creating, replacing and consuming say whether they changed the entry', async (t) => {
  const { operations } = await open(t)
  t.deepEqual([operations.create(row), operations.create(row)], [true, false])
  const replacement = { ...row, expected: '1', value: '2' }
  t.deepEqual([operations.replace(replacement), operations.replace(replacement)], [true, false])
  t.deepEqual([operations.consume(at), operations.consume(at)], [true, false])
})

test('one entry is removed by its key, and all of a group by its name', async (t) => {
  const { operations, entries } = await open(t)
  for (const key of ['a', 'b', 'c', 'd']) operations.save({ ...row, key, family: key < 'c' ? 'group' : null })
  operations.removeGroup({ family: 'group', now: 1_000 })
  operations.remove({ ...at, key: 'd' })
  t.deepEqual(
    entries().map(({ key }) => key),
    ['c'],
  )
})

test('a sweep removes expired entries and the records of their changes, up to its limit', async (t) => {
  const { operations, sweep, entries, changedKeys } = await open(t)
  const expiries = { a: 2_000, b: 2_000, c: 2_000, later: 2_001, stays: null }
  for (const [key, expiresAt] of Object.entries(expiries))
    operations.save({ ...row, key, expiresAt, wakesWatchers: true })
  t.is(sweep(1_999), 0)
  t.is(sweep(2_000), 2)
  t.is(entries().length, 3)
  t.is(changedKeys().length, 3)
  t.is(sweep(2_000), 1)
  t.deepEqual(changedKeys(), ['later', 'stays'])
  t.deepEqual(
    entries().map(({ key }) => key),
    ['later', 'stays'],
  )
})
