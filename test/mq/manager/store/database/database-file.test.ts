import { closeSync, copyFileSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import test, { type ExecutionContext } from 'ava'
import {
  checkDatabaseFile,
  checkIdentityAndUpgrade,
  checkPages,
  checkWriteAheadLog,
  countUnusedBytes,
  findDatabaseFault,
  openReaderConnection,
  openWriterConnection,
} from '../../../../../src/mq/manager/store/database/database-file.ts'
import { applicationId, createTablesSql, schemaVersion } from '../../../../../src/mq/manager/store/database/schema.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'

const created = 1_700_000_000_000
/** Larger files are checked on a thread of their own. */
const maxInlineCheckBytes = 33_554_432

function fileFor(t: ExecutionContext): string {
  return join(folderFor(t), 'messages.db')
}

/** Returns the writing connection of a new store. */
function create(t: ExecutionContext, file = fileFor(t)): DatabaseSync {
  const db = openWriterConnection(file)
  t.teardown(() => {
    if (db.isOpen) db.close()
  })
  db.exec(`${createTablesSql} INSERT INTO meta VALUES ('created', ${created});
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = 4`)
  return db
}

function settingsOf(db: DatabaseSync, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]]))
}

test('the writing connection syncs every commit', (t) => {
  const settings = {
    journal_mode: 'wal',
    synchronous: 2,
    wal_autocheckpoint: 4000,
    busy_timeout: 1000,
    temp_store: 2,
    cache_size: -16_384,
    journal_size_limit: 67_108_864,
  }
  t.deepEqual(settingsOf(create(t), Object.keys(settings)), settings)
})

test('the reading connection writes nothing', (t) => {
  const file = fileFor(t)
  create(t, file)
  const db = openReaderConnection(file)
  t.teardown(() => db.close())
  const settings = { busy_timeout: 1000, temp_store: 2, cache_size: -8192, mmap_size: 0 }
  t.deepEqual(settingsOf(db, Object.keys(settings)), settings)
  t.throws(() => db.exec('DELETE FROM meta'), { message: /readonly/ })
})

test('a file that is no database is not left open', (t) => {
  const file = fileFor(t)
  writeFileSync(file, Buffer.alloc(8192, 'x'))
  for (const open of [openWriterConnection, openReaderConnection])
    t.throws(() => open(file), { message: /not a database/ })
  t.deepEqual(openFilesBelow(dirname(file)), [])
})

test('unused bytes are those of unused pages', (t) => {
  const db = create(t)
  t.is(countUnusedBytes(db), 0)
  db.exec('CREATE TABLE a (x); INSERT INTO a VALUES (zeroblob(100000)); DELETE FROM a')
  const { freelist_count: pages, page_size: pageBytes } = settingsOf(db, ['freelist_count', 'page_size'])
  t.true(Number(pages) > 20)
  t.is(countUnusedBytes(db), Number(pages) * Number(pageBytes))
})

test('a file of at most 32 MiB is left to the caller to check', async (t) => {
  const file = fileFor(t)
  closeSync(openSync(file, 'w'))
  truncateSync(file, maxInlineCheckBytes)
  t.true(await checkDatabaseFile(file))
})

test('a larger file is checked on a thread, which reports damage', async (t) => {
  const file = fileFor(t)
  closeSync(openSync(file, 'w'))
  truncateSync(file, maxInlineCheckBytes + 1)
  const error = await t.throwsAsync(checkDatabaseFile(file), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'damaged')
  t.regex(error.message, /messages\.db: .*not a database/)
})

test.serial('a larger file without damage needs no other check; a thread that fails is reported', async (t) => {
  const file = fileFor(t)
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = OFF; CREATE TABLE a (x); INSERT INTO a VALUES (zeroblob(${maxInlineCheckBytes}))`)
  db.close()
  t.false(await checkDatabaseFile(file))

  process.once('worker', (worker: Worker) => worker.emit('error', new Error('out of memory')))
  await t.throwsAsync(checkDatabaseFile(file), { name: 'MessageStoreError', message: `${file}: out of memory` })
})

for (const [title, bytes, text] of [
  ['missing', undefined, 'the file is missing'],
  ['empty', 0, 'the file is empty'],
] as const)
  test(`a file that is ${title} is damage`, async (t) => {
    const file = fileFor(t)
    if (bytes !== undefined) writeFileSync(file, '')
    const error = await t.throwsAsync(checkDatabaseFile(file), { message: `${file}: ${text}` })
    t.is((error as { kind?: string }).kind, 'damaged')
  })

test('a damaged page and a damaged log are found', (t) => {
  const file = fileFor(t)
  const db = create(t, file)
  t.notThrows(() => checkPages(db, file))
  db.exec('CREATE TABLE a (x); INSERT INTO a VALUES (zeroblob(3000)), (zeroblob(3000))')
  t.notThrows(() => checkWriteAheadLog(file))
  const copy = join(folderFor(t), 'messages.db')
  const log = readFileSync(`${file}-wal`)
  log.fill(0xff, 100, 200)
  writeFileSync(`${copy}-wal`, log)
  const damage = t.throws(() => checkWriteAheadLog(copy), { message: /frame 1 of the log is damaged/ })
  t.is((damage as { kind?: string }).kind, 'damaged')

  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length - 4096)
  writeFileSync(file, bytes)
  const opened = openWriterConnection(file)
  t.teardown(() => opened.close())
  const error = t.throws(() => checkPages(opened, file), { name: 'MessageStoreError' })
  t.true(error.message.startsWith(`${file}: `))
  t.is((error as { kind?: string }).kind, 'damaged')
})

test('a file is marked with the text Slui', (t) => {
  t.is(applicationId, Buffer.from('Slui').readUInt32BE())
})

for (const [title, change, time, text] of [
  ['another program', 'PRAGMA application_id = 1', created, 'not the file of a queue manager'],
  ['another queue manager', '', created + 1, 'belongs to another queue manager'],
  ['no queue manager', "DELETE FROM meta WHERE key = 'created'", created, 'belongs to another queue manager'],
  ['an unknown version', 'PRAGMA user_version = 0', created, 'has the unknown layout 0'],
] as const)
  test(`a file of ${title} is rejected`, (t) => {
    const db = create(t)
    db.exec(change)
    const error = t.throws(() => checkIdentityAndUpgrade(db, '/file', time), { message: `/file: ${text}` })
    t.is((error as { kind?: string }).kind, 'damaged')
  })

test('a file of a later version is rejected with words, and is not damage', (t) => {
  const db = create(t)
  db.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
  const error = t.throws(() => checkIdentityAndUpgrade(db, '/file', created), {
    name: 'MessageStoreError',
    message: `/file: a newer version of Sluice wrote it (layout ${schemaVersion + 1}, this version reads up to ${schemaVersion}); start it with that version`,
  })
  t.is((error as { kind?: string }).kind, 'failed', 'nobody restores an image over it')
})

/** What turns a file of this version into one of an earlier layout. */
const downgrades: Readonly<Record<number, string>> = {
  3: `CREATE INDEX message_foreign_id ON message (queue, foreign_id);
    CREATE INDEX message_correlation_id ON message (queue, correlation_id)`,
  2: 'CREATE INDEX message_order ON message (queue, lane, sequence); DROP TABLE parked',
  1: `ALTER TABLE message DROP COLUMN checksum; ALTER TABLE message DROP COLUMN body_checksum;
    ALTER TABLE object DROP COLUMN checksum`,
}

for (const layout of [4, 3, 2, 1])
  test(`a file of layout ${layout} gets the tables of this version and keeps its messages`, (t) => {
    const db = create(t)
    const columns = `SELECT type, name, (SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info(m.name)
      ORDER BY name)) AS columns FROM sqlite_master AS m ORDER BY type, name`
    const expected = db.prepare(columns).all()
    db.exec("INSERT INTO message (sequence, queue, lane, length, descriptor, body) VALUES (1, 7, 0, 1, '{}', x'00')")
    for (let each = 3; each >= layout; each--) db.exec(`${downgrades[each]}; PRAGMA user_version = ${each}`)
    checkIdentityAndUpgrade(db, '/file', created + 0.9)
    t.deepEqual(db.prepare(columns).all(), expected)
    t.deepEqual(settingsOf(db, ['user_version']), { user_version: 4 })
    t.is(db.prepare('SELECT count(*) AS count FROM message').get()?.count, 1)
    t.false(db.isTransaction)
  })

/** Returns the copy of a database whose log has several transactions, as a killed process leaves it. */
function killed(t: ExecutionContext): string {
  const folder = folderFor(t)
  const [file, copy] = [join(folder, 'open.db'), join(folder, 'messages.db')]
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (x); INSERT INTO a VALUES (zeroblob(20000))')
  db.exec('PRAGMA wal_checkpoint(RESTART)')
  for (let count = 0; count < 5; count++) db.exec('INSERT INTO a VALUES (zeroblob(5000))')
  for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
  db.close()
  return copy
}

function overwrite(file: string, offset: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, offset, offset + 200)
  writeFileSync(file, bytes)
}

test('an undamaged file with a log passes, and is closed', (t) => {
  const file = killed(t)
  t.is(findDatabaseFault(file), undefined)
  t.deepEqual(openFilesBelow(dirname(file)), [])
})

test('damage of the log is found, although SQLite would drop the rest of the log', (t) => {
  const file = killed(t)
  overwrite(`${file}-wal`, 32 + 100)
  t.regex(findDatabaseFault(file) ?? '', /messages\.db-wal: frame 1 of the log is damaged/)
})

test('a damaged page is found, and the file is closed', (t) => {
  const file = killed(t)
  overwrite(file, 8192) // a page that the log does not replace
  t.true(findDatabaseFault(file)?.startsWith(`${file}: `))
  t.deepEqual(openFilesBelow(dirname(file)), [])
})
