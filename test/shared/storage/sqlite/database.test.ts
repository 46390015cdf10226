import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { mock } from 'node:test'
import test from 'ava'
import { openStateDatabase, openWriterDatabase } from '../../../../src/shared/storage/sqlite/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-database-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
test.afterEach.always(() => mock.restoreAll())

let files = 0
const fresh = () => join(folder, `${files++}`, 'state.db')

/** Creates a database that another connection has locked for reads and writes. */
function lock(file: string): DatabaseSync {
  mkdirSync(dirname(file))
  const other = new DatabaseSync(file)
  other.exec('BEGIN EXCLUSIVE')
  return other
}

test.serial('waits at the start until another process releases its lock', async (t) => {
  const file = fresh()
  const other = lock(file)
  const opening = openStateDatabase(file)
  other.close()
  const database = await opening
  t.is(database.prepare('SELECT count(*) AS count FROM entry').get()?.count, 0)
  database.close()
})

test.serial('after 10 seconds, the lock of another process is an error', async (t) => {
  const file = fresh()
  const other = lock(file)
  const times = [0, 10_000, 10_000.5]
  const now = mock.method(performance, 'now', () => times.shift() ?? 20_000)
  await t.throwsAsync(openStateDatabase(file), {
    message: `state file ${file}: another process kept it locked too long`,
  })
  t.is(now.mock.callCount(), 3)
  other.close()
})

test('a connection for writing flushes every commit, and its log is limited', async (t) => {
  const file = fresh()
  const checked = await openStateDatabase(file)
  const database = openWriterDatabase(file, 70)
  const readOne = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0]
  t.is(readOne('PRAGMA synchronous'), 2)
  t.is(readOne('PRAGMA wal_autocheckpoint'), 8_000)
  t.is(readOne('PRAGMA busy_timeout'), 70)
  t.is(typeof readOne('SELECT entry_checksum(1, 2)'), 'number')
  database.close()
  checked.close()
})

test('pages that do not fit together are damage', async (t) => {
  const file = fresh()
  const database = await openStateDatabase(file)
  database.close()
  const bytes = readFileSync(file)
  bytes.writeUInt32BE(7, 36) // the number of free pages in the header, of which there are none
  writeFileSync(file, bytes)
  await t.throwsAsync(openStateDatabase(file), {
    code: 'damaged',
    message: /^state file .*: it is damaged \(.*\); restore it from a backup$/s,
  })
})

test.serial('a file that another process upgrades at the same time is upgraded once', async (t) => {
  const file = fresh()
  const first = await openStateDatabase(file)
  first.exec('ALTER TABLE entry DROP COLUMN checksum; PRAGMA user_version = 1')
  first.close()
  const execute = DatabaseSync.prototype.exec
  const other = new DatabaseSync(file)
  mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, sql: string) {
    if (sql === 'BEGIN IMMEDIATE')
      execute.call(other, 'ALTER TABLE entry ADD COLUMN checksum INTEGER; PRAGMA user_version = 2')
    return execute.call(this, sql)
  })
  const database = await openStateDatabase(file)
  t.is(database.prepare('PRAGMA user_version').get()?.user_version, 2)
  database.close()
  other.close()
})
