import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { openStateDatabase } from '../../../../src/shared/storage/sqlite/database.ts'
import { prepareGroupCommit } from '../../../../src/shared/storage/sqlite/group-commit.ts'
import type { StoreOperation } from '../../../../src/shared/storage/sqlite/operations.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-group-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

let files = 0

async function open(t: ExecutionContext) {
  const file = join(folder, `${files++}.db`)
  const database = await openStateDatabase(file)
  t.teardown(() => database.close())
  return { file, database, commit: prepareGroupCommit(database, file), keys: () => keysIn(database) }
}

function keysIn(database: DatabaseSync): unknown[] {
  return database
    .prepare('SELECT key FROM entry ORDER BY key')
    .all()
    .map(({ key }) => key)
}

function create(key: string, { value = '1' } = {}): StoreOperation {
  return { verb: 'create', argument: { kind: 'kind', key, value, expiresAt: null, family: null, now: 1000 } }
}

const brokenCount: StoreOperation = {
  verb: 'count',
  argument: { kind: 'kind', key: 'text', by: 1, expiresAt: 9000, now: 1000 },
}

test('returns the results in the order of the operations', async (t) => {
  const { commit, keys } = await open(t)
  const consume: StoreOperation = { verb: 'consume', argument: { kind: 'kind', key: 'a', now: 1000 } }
  const outcomes = commit([create('a'), create('a'), consume, consume, create('b')])
  t.deepEqual(
    outcomes,
    [true, false, true, false, true].map((value) => ({ value })),
  )
  t.deepEqual(keys(), ['a', 'b'])
})

test('only operations that wake the watchers are recorded as changes', async (t) => {
  const { database, commit } = await open(t)
  const waking = create('waking')
  commit([create('silent'), { ...waking, argument: { ...waking.argument, wakesWatchers: true } } as StoreOperation])
  const changes = database.prepare('SELECT key FROM change').all()
  t.deepEqual(
    changes.map(({ key }) => key),
    ['waking'],
  )
})

test('a failed operation does not affect the others', async (t) => {
  const { commit, keys } = await open(t)
  const outcomes = commit([create('text', { value: '"x"' }), brokenCount, create('b')])
  t.deepEqual(outcomes, [
    { value: true },
    { failure: { code: undefined, message: 'kind text is not a counter' } },
    { value: true },
  ])
  t.deepEqual(keys(), ['b', 'text'])
})

test('every operation fails when the commit fails, and the next group is stored', async (t) => {
  const { database, commit, keys } = await open(t)
  commit([create('needed')])
  database.exec(`
    CREATE TABLE pointer (kind TEXT, key TEXT, FOREIGN KEY (kind, key) REFERENCES entry DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO pointer VALUES ('kind', 'needed');
  `)
  const remove: StoreOperation = { verb: 'remove', argument: { kind: 'kind', key: 'needed', now: 1000 } }
  const outcomes = commit([create('a'), remove])
  t.is(outcomes.length, 2)
  for (const outcome of outcomes) t.like(outcome, { failure: { code: 'failed' } })
  t.deepEqual(keys(), ['needed'])

  t.deepEqual(commit([create('b')]), [{ value: true }])
  t.deepEqual(keys(), ['b', 'needed'])
})

test('a full disk is reported as full, and writes work again once there is space', async (t) => {
  const { database, file, commit, keys } = await open(t)
  commit([create('a')])
  const pages = Object.values(database.prepare('PRAGMA page_count').get() ?? {})[0]
  database.exec(`PRAGMA max_page_count = ${pages}`)

  const large = { value: JSON.stringify('x'.repeat(100_000)) }
  const message = `state file ${file}: the disk is full; writing works again when there is room`
  t.deepEqual(commit([create('b', large)]), [{ failure: { code: 'full', message } }])

  const group = commit([create('before'), create('b', large), create('after')])
  t.deepEqual(group, Array(3).fill({ failure: { code: 'full', message } }))
  t.deepEqual(keys(), ['a'], 'nothing of the group is stored')

  database.exec('PRAGMA max_page_count = 100000')
  t.deepEqual(commit([create('c', large)]), [{ value: true }])
  t.deepEqual(keys(), ['a', 'c'])
})

test('a lock of another process is reported as busy', async (t) => {
  const { file, commit, keys } = await open(t)
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  t.like(commit([create('a')]), [{ failure: { code: 'busy' } }])
  other.close()
  t.deepEqual(commit([create('a')]), [{ value: true }])
  t.deepEqual(keys(), ['a'])
})
