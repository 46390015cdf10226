import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import test from 'ava'

import { groupCommit } from '../../src/storage/group-commit.ts'
import { StoreError } from '../../src/storage/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-group-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

/** A file with numbers in it, and a table whose broken references only the COMMIT notices. */
function open() {
  const file = join(folder, `${files++}.db`)
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE number (n INTEGER PRIMARY KEY, text TEXT) STRICT;
    CREATE TABLE pointer (n INTEGER REFERENCES number (n) DEFERRABLE INITIALLY DEFERRED) STRICT;
  `)
  const insert = database.prepare('INSERT INTO number VALUES (?, ?)')
  const point = database.prepare('INSERT INTO pointer VALUES (?)')
  return {
    file,
    database,
    group: groupCommit(database, file),
    insert: (n: number, text = '') => insert.run(n, text).changes,
    point: (n: number) => point.run(n).changes,
    numbers: () =>
      database
        .prepare('SELECT n FROM number')
        .all()
        .map(({ n }) => n),
  }
}

test('writes of one turn share one transaction', async (t) => {
  const { database, group, insert } = open()
  const other = new DatabaseSync(database.location() as string, { readOnly: true })
  const seen = () => Object.values(other.prepare('SELECT count(*) FROM number').get() ?? {})[0]

  const writes = [1, 2, 3].map((n) =>
    group.write(() => {
      t.true(database.isTransaction)
      t.is(seen(), 0, 'nothing is visible before the commit')
      return insert(n)
    }),
  )
  t.deepEqual(await Promise.race(writes.map(async (write) => [await write, seen()])), [1, 3])
  other.close()
})

test('a write that fails is refused alone', async (t) => {
  const { group, insert, numbers } = open()
  const settled = await Promise.allSettled([
    group.write(() => insert(1)),
    group.write(() => insert(1)),
    group.write(() => {
      throw new RangeError('a mistake of the caller')
    }),
    group.write(() => insert(2)),
  ])
  t.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  )
  t.true((settled[1] as PromiseRejectedResult).reason instanceof StoreError)
  t.true((settled[2] as PromiseRejectedResult).reason instanceof RangeError)
  t.deepEqual(numbers(), [1, 2])
})

test('nobody is told yes when the commit fails, and the next group is kept', async (t) => {
  const { group, insert, point, numbers } = open()
  const settled = await Promise.allSettled([group.write(() => insert(1)), group.write(() => point(99))])
  t.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.deepEqual(numbers(), [])
  t.is(await group.write(() => insert(2)), 1)
  t.deepEqual(numbers(), [2])
})

test('a full disk is told as such, and work goes on when there is room', async (t) => {
  const { database, file, group, insert, numbers } = open()
  await group.write(() => insert(1))
  const pages = Object.values(database.prepare('PRAGMA page_count').get() ?? {})[0]
  database.exec(`PRAGMA max_page_count = ${pages}`)

  const error = await t.throwsAsync(
    group.write(() => insert(2, 'x'.repeat(100_000))),
    { instanceOf: StoreError },
  )
  t.is(error.fault, 'full')
  t.true(error.message.startsWith(`state file ${file}: the disk is full`))

  database.exec('PRAGMA max_page_count = 100000')
  await group.write(() => insert(3, 'x'.repeat(100_000)))
  t.deepEqual(numbers(), [1, 3])
})

test('a write waits for another process without holding up this one', async (t) => {
  const { file, group, insert } = open()
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  const write = group.write(() => insert(1))
  const turns = Promise.withResolvers<string>()
  let left = 20
  const turn = () => (left-- > 0 ? setImmediate(turn) : turns.resolve('turns go by'))
  turn()
  t.is(await Promise.race([write, turns.promise]), 'turns go by')
  other.exec('COMMIT')
  t.is(await write, 1)
  other.close()
})

test('what is waiting is written before it closes', async (t) => {
  const { group, insert, numbers } = open()
  const writes = Array.from({ length: 2000 }, (_, n) => group.write(() => insert(n)))
  await group.close()
  t.is(numbers().length, 2000)
  await Promise.all(writes)
  await t.throwsAsync(
    group.write(() => 1),
    { instanceOf: StoreError },
  )
})
