import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { systemClock } from '../../../../src/shared/lib/time/clock.ts'
import { openSqliteStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { behavesAsStore } from '../conformance.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-store-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

let files = 0
const fresh = () => join(folder, `${files++}`, 'state.db')

behavesAsStore(test, ({ clock }) => openSqliteStore({ file: fresh(), clock }))

test('completed writes are found after a restart', async (t) => {
  const file = fresh()
  const before = await openSqliteStore({ file, clock: systemClock })
  await before.save('token', 'a', { scope: ['x'] }, { group: 'grant' })
  await before.consume('token', 'a')
  await before.close()

  const after = await openSqliteStore({ file, clock: systemClock })
  t.teardown(() => after.close())
  t.deepEqual((await after.find('token', 'a'))?.value, { scope: ['x'] })
  t.false(await after.consume('token', 'a'))
  await after.removeGroup('grant')
  t.is(await after.find('token', 'a'), undefined)
})

test('a damaged write-ahead log is rejected, and the error names the file', async (t) => {
  const [file, copy] = [fresh(), fresh()]
  const store = await openSqliteStore({ file, clock: systemClock })
  t.teardown(() => store.close())
  for (const key of ['a', 'b', 'c']) await store.save('token', key, 1)
  cpSync(dirname(file), dirname(copy), { recursive: true })

  const log = readFileSync(`${copy}-wal`)
  const changed = 32 + 24 + 100 // a byte of the first frame, behind the headers of the log and of the frame
  log.writeUInt8(log.readUInt8(changed) ^ 1, changed)
  writeFileSync(`${copy}-wal`, log)
  const error = await t.throwsAsync(openSqliteStore({ file: copy, clock: systemClock }), {
    instanceOf: StateStoreError,
  })
  t.is(error?.code, 'damaged')
  t.true(error?.message.startsWith(`state file ${copy}-wal: frame 1 of the log is damaged`), error?.message)
})

test('several processes can open a new file concurrently', async (t) => {
  const file = fresh()
  const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore({ file, clock: systemClock })))
  await Promise.all(stores.map((store, n) => store.save('kind', String(n), n)))
  t.is((await stores[0]?.list('kind'))?.length, 4)
  await Promise.all(stores.map((store) => store.close()))
})

test('only the owner can read the file', async (t) => {
  const file = fresh()
  const store = await openSqliteStore({ file, clock: systemClock })
  t.teardown(() => store.close())
  await store.save('kind', 'key', 1)
  for (const name of [file, `${file}-wal`, `${file}-shm`]) t.is(statSync(name).mode & 0o777, 0o600, name)
  t.is(statSync(dirname(file)).mode & 0o777, 0o700)
})

test('reports a file that is not a database, and does not change it', async (t) => {
  const file = join(folder, 'letter.db')
  writeFileSync(file, 'Dear reader, '.repeat(1000))
  const error = await t.throwsAsync(openSqliteStore({ file, clock: systemClock }), { instanceOf: StateStoreError })
  t.is(error.code, 'damaged')
  t.true(error.message.startsWith(`state file ${file}: it is not a SQLite database`))
  t.is(readFileSync(file, 'utf8'), 'Dear reader, '.repeat(1000))
})

test('reports a damaged file, and does not change it', async (t) => {
  const file = fresh()
  const store = await openSqliteStore({ file, clock: systemClock })
  await Promise.all(Array.from({ length: 2000 }, (_, n) => store.save('kind', `key ${n}`, 'x'.repeat(50))))
  await store.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, 4096 * 3, 4096 * 20)
  writeFileSync(file, bytes)

  const error = await t.throwsAsync(openSqliteStore({ file, clock: systemClock }), { instanceOf: StateStoreError })
  t.is(error.code, 'damaged')
  t.true(error.message.includes(file))
  t.deepEqual(readFileSync(file), bytes)
})

for (const [column, change] of [
  ['value', `value = '"y"'`],
  ['key', `key = 'other'`],
  ['expires_at', 'expires_at = 1e15'],
  ['consumed_at', 'consumed_at = NULL'],
  ['family', `family = 'else'`],
] as const) {
  test(`reports a flipped bit in the ${column} of an entry on reading and on opening`, async (t) => {
    const file = fresh()
    const store = await openSqliteStore({ file, clock: systemClock })
    await store.save('revoked', 'a-long-token', 'x', { expiresAt: Date.now() + 60_000, group: 'grant' })
    await store.consume('revoked', 'a-long-token')
    await store.count('sum', 'a', 1, Date.now() + 60_000)
    await store.count('sum', 'a', 1, Date.now() + 60_000)
    await store.save('revoked', 'a-long-token', 'z', { expiresAt: Date.now() + 60_000, group: 'grant' })
    t.is((await store.find('revoked', 'a-long-token'))?.value, 'z')
    t.is((await store.find('sum', 'a'))?.value, 2)
    const other = new DatabaseSync(file)
    other.exec(`UPDATE entry SET ${change} WHERE kind = 'revoked'`)
    other.close()

    const damaged = { instanceOf: StateStoreError, message: /the entry revoked (?:a-long-t|other)… is damaged/ }
    await t.throwsAsync(store.list('revoked'), damaged)
    await store.close()
    const error = await t.throwsAsync(openSqliteStore({ file, clock: systemClock }), damaged)
    t.is(error.code, 'damaged')
  })
}

test('upgrades a file of the previous version, and still reads its entries', async (t) => {
  const file = fresh()
  const before = await openSqliteStore({ file, clock: systemClock })
  await before.save('kind', 'key', 1)
  await before.close()
  const old = new DatabaseSync(file)
  old.exec('ALTER TABLE entry DROP COLUMN checksum; DROP TABLE change; PRAGMA user_version = 1')
  old.close()

  const store = await openSqliteStore({ file, clock: systemClock })
  t.teardown(() => store.close())
  t.is((await store.find('kind', 'key'))?.value, 1)
  const { cursor } = await store.listChanges('kind')
  await store.save('kind', 'key', 2, { wakesWatchers: true })
  t.is((await store.find('kind', 'key'))?.value, 2)
  t.is((await store.listChanges('kind', cursor)).entries.length, 1)
})

test('files have the ids that released versions look for', async (t) => {
  const file = fresh()
  const store = await openSqliteStore({ file, clock: systemClock })
  await store.close()
  const header = readFileSync(file)
  t.is(header.readUInt32BE(68), 0x51_0c_e0_01, 'application id')
  t.is(header.readUInt32BE(60), 2, 'version of the schema')
})

test('opens while another process writes', async (t) => {
  const file = fresh()
  await (await openSqliteStore({ file, clock: systemClock })).close()
  const writer = new DatabaseSync(file)
  writer.exec('BEGIN IMMEDIATE')
  const store = await openSqliteStore({ file, clock: systemClock })
  t.is(await store.find('kind', 'key'), undefined)
  await store.close()
  writer.close()
})

test('a read that SQLite rejects is an error of the store', async (t) => {
  const file = fresh()
  const store = await openSqliteStore({ file, clock: systemClock })
  t.teardown(() => store.close())
  const other = new DatabaseSync(file)
  other.exec('DROP TABLE entry')
  other.close()
  const error = await t.throwsAsync(store.find('kind', 'key'), { instanceOf: StateStoreError })
  t.like(error, { code: 'failed', message: `state file ${file}: no such table: entry` })
})

test('a closed store leaves one file, without a write-ahead log', async (t) => {
  const file = fresh()
  const store = await openSqliteStore({ file, clock: systemClock })
  await store.save('kind', 'key', 1)
  await store.close()
  t.deepEqual(readdirSync(dirname(file)), ['state.db'])
})

test('does not change the database of another program', async (t) => {
  const file = join(folder, 'foreign.db')
  const foreign = new DatabaseSync(file)
  foreign.exec('CREATE TABLE entry (mine TEXT)')
  foreign.close()
  const error = await t.throwsAsync(openSqliteStore({ file, clock: systemClock }), { instanceOf: StateStoreError })
  t.is(error.code, 'refused')
  t.regex(error.message, /database of another program/)
})

test('does not change a file of a newer version', async (t) => {
  const file = fresh()
  await (await openSqliteStore({ file, clock: systemClock })).close()
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  await t.throwsAsync(openSqliteStore({ file, clock: systemClock }), { message: /newer version \(schema 99/ })
  t.deepEqual(readdirSync(dirname(file)), ['state.db'], 'the connection is closed')
})

test('reports a folder in place of the file', async (t) => {
  await t.throwsAsync(openSqliteStore({ file: folder, clock: systemClock }), {
    instanceOf: StateStoreError,
    message: new RegExp(`^state file ${folder}: EISDIR`),
  })
})
