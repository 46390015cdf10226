import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openStateDatabase } from '../../../../src/shared/storage/sqlite/database.ts'
import { prepareGroupCommit } from '../../../../src/shared/storage/sqlite/group-commit.ts'
import { prepareMaintenance } from '../../../../src/shared/storage/sqlite/maintenance.ts'
import type { StoreOperation } from '../../../../src/shared/storage/sqlite/operations.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-upkeep-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** A file whose log goes into it by upkeep alone, and a function that commits a group and keeps it up. */
async function open(t: ExecutionContext, name: string) {
  const file = join(folder, name)
  const database = await openStateDatabase(file)
  t.teardown(() => database.close())
  database.exec('PRAGMA wal_autocheckpoint = 0')
  const commit = prepareGroupCommit(database, file)
  const upkeep = prepareMaintenance(database)
  const write = (...group: StoreOperation[]) => {
    t.true(commit(group).every((outcome) => 'value' in outcome))
    upkeep(group)
  }
  const keys = () =>
    database
      .prepare('SELECT key FROM entry ORDER BY key')
      .all()
      .map((row) => row.key)
  return { file, database, write, keys }
}

function create(key: string, { now = 1000, expiresAt = null as number | null } = {}): StoreOperation {
  return { verb: 'create', argument: { kind: 'kind', key, value: '1', expiresAt, family: null, now } }
}

test('removes expired entries after later groups', async (t) => {
  const { write, keys } = await open(t, 'expired.db')
  const passing = Array.from({ length: 300 }, (_, n) => create(`passing ${n}`, { expiresAt: 2000 }))
  write(...passing, create('stays'))
  write(create('early', { now: 9000 }))
  t.is(keys().length, 302, 'not at every write')

  write(create('later', { now: 20_000 }))
  t.is(keys().length, 303 - 256, 'not all at once')
  write(create('last', { now: 20_000 }))
  t.deepEqual(keys(), ['early', 'last', 'later', 'stays'])
})

test('removes expired entries 10 seconds after it removed the last ones, not earlier', async (t) => {
  const { write, keys } = await open(t, 'interval.db')
  write(create('first', { expiresAt: 2_000 }))
  write(create('a', { now: 10_999 }))
  t.deepEqual(keys(), ['a', 'first'])
  write(create('second', { now: 11_000, expiresAt: 12_000 }))
  t.deepEqual(keys(), ['a', 'second'])
  write(create('b', { now: 20_999 }))
  t.deepEqual(keys(), ['a', 'b', 'second'])
  write(create('c', { now: 21_000 }))
  t.deepEqual(keys(), ['a', 'b', 'c'])
})

test('runs a checkpoint after many operations, and not after few', async (t) => {
  const { file, write } = await open(t, 'log.db')
  const before = statSync(file).size
  write(...Array.from({ length: 3_000 }, (_, n) => create(`a ${n}`)))
  t.is(statSync(file).size, before)
  write(...Array.from({ length: 1_000 }, (_, n) => create(`b ${n}`)))
  const after = statSync(file).size
  t.true(after > before)
  write(...Array.from({ length: 3_000 }, (_, n) => create(`c ${n}`)))
  t.is(statSync(file).size, after, 'the operations are counted from the last checkpoint')
})

test('repeats failed maintenance later', async (t) => {
  const { database, write, keys } = await open(t, 'later.db')
  write(create('passing', { expiresAt: 2000 }))
  database.exec("CREATE TRIGGER keep BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'no'); END")
  write(create('a', { now: 20_000 }))
  t.deepEqual(keys(), ['a', 'passing'])

  database.exec('DROP TRIGGER keep')
  write(create('b', { now: 29_999 }))
  t.deepEqual(keys(), ['a', 'b', 'passing'])
  write(create('c', { now: 30_000 }))
  t.deepEqual(keys(), ['a', 'b', 'c'])
})
