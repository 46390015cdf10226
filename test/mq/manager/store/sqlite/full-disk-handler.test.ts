import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { countUnusedBytes } from '../../../../../src/mq/manager/store/database/database-file.ts'
import { MessageStoreError } from '../../../../../src/mq/manager/store/message-store.ts'
import { openFullDiskHandler, tryCheckpoint } from '../../../../../src/mq/manager/store/sqlite/full-disk-handler.ts'
import {
  establishReserve,
  releaseReserve,
  requiredUnusedBytes,
  reserveBytes,
  runWithReserve,
} from '../../../../../src/mq/manager/store/sqlite/reserve.ts'
import { folderFor } from '../../_support/folder.ts'

const full = () => new MessageStoreError('full', 'the disk is full')
const failures = { full, damaged: () => new MessageStoreError('damaged', 'a page is damaged') } as const

/** A handler on a database with a reserve, and work that fails once. */
function open(t: ExecutionContext, { hasReserve = true }: { hasReserve?: boolean } = {}) {
  const folder = folderFor(t)
  const reserve = join(folder, 'reserve')
  if (hasReserve) establishReserve(reserve)
  const db = new DatabaseSync(join(folder, 'messages.db'))
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (x)')
  t.teardown(() => db.close())
  const handler = openFullDiskHandler(db, hasReserve ? reserve : undefined)
  return { handler, db, reserve, log: join(folder, 'messages.db-wal') }
}

function failingOnce(error: Error): () => number {
  let runs = 0
  return () => {
    runs += 1
    if (runs === 1) throw error
    return runs
  }
}

test('on a full disk, urgent work runs again without the reserve', (t) => {
  const { handler, reserve } = open(t)
  t.is(handler.runUrgent(failingOnce(full())), 2)
  t.false(existsSync(reserve))
})

test('work that fails for another reason is not run again, and the reserve stays', (t) => {
  const { handler, reserve } = open(t)
  t.throws(() => handler.runUrgent(failingOnce(failures.damaged())), { message: /damaged/ })
  t.true(existsSync(reserve))
  handler.checkPut(1_000_000)
})

test('while the reserve is released, puts need unused pages of the file', (t) => {
  const { handler, db } = open(t)
  handler.checkPut(1)
  handler.runUrgent(failingOnce(full()))
  t.throws(() => handler.checkPut(1), { name: 'MessageStoreError', message: /kept for taking messages/ })

  db.exec(`INSERT INTO a VALUES (zeroblob(${requiredUnusedBytes(1000) + 8_192})); DELETE FROM a`)
  handler.checkPut(1000)
  t.throws(() => handler.checkPut(20_000), { name: 'MessageStoreError' })
})

test('a put may use exactly the unused pages that it needs', (t) => {
  const { handler, db } = open(t)
  db.exec('INSERT INTO a VALUES (zeroblob(500000)); DELETE FROM a')
  handler.runUrgent(failingOnce(full()))
  const largest = (countUnusedBytes(db) - requiredUnusedBytes(0)) / 2
  t.true(largest > 100_000)
  handler.checkPut(largest)
  t.throws(() => handler.checkPut(largest + 1), { name: 'MessageStoreError' })
})

test('urgent work overwrites the log from its beginning, because the log cannot grow', (t) => {
  const { handler, db, log } = open(t)
  for (let count = 0; count < 20; count++) db.exec('INSERT INTO a VALUES (zeroblob(5000))')
  const { size } = statSync(log)
  const insert = failingOnce(full())
  handler.runUrgent(() => {
    insert()
    db.exec('INSERT INTO a VALUES (zeroblob(5000))')
  })
  t.is(statSync(log).size, size)
})

test('a checkpoint that fails is left to the next one', (t) => {
  const { handler, db } = open(t)
  db.exec('BEGIN; INSERT INTO a VALUES (1)') // SQLite runs no checkpoint within a transaction
  t.notThrows(() => tryCheckpoint(db, 'PASSIVE'))
  t.is(handler.runUrgent(failingOnce(full())), 2)
})

test('the reserve is made again when it was released, and puts go on', (t) => {
  const { handler, reserve } = open(t)
  handler.runUrgent(failingOnce(full()))
  handler.restoreReserve(false)
  t.is(statSync(reserve).size, reserveBytes)
  handler.checkPut(1_000_000)
})

test('a reserve that was not released is made only on request', (t) => {
  const { handler, reserve } = open(t)
  releaseReserve(reserve)
  handler.restoreReserve(false)
  t.false(existsSync(reserve))
  handler.restoreReserve(true)
  t.true(existsSync(reserve))
})

test('without a reserve, urgent work runs again, and puts are not limited', (t) => {
  const { handler, reserve } = open(t, { hasReserve: false })
  t.is(handler.runUrgent(failingOnce(full())), 2)
  handler.checkPut(1_000_000)
  handler.restoreReserve(true)
  t.false(existsSync(reserve))
})

test('a reserve that is too short is made again; one that cannot be made is reported', (t) => {
  const folder = folderFor(t)
  const reserve = join(folder, 'reserve')
  writeFileSync(reserve, 'short')
  t.true(establishReserve(reserve))
  t.is(statSync(reserve).size, reserveBytes)
  t.false(establishReserve(join(folder, 'none', 'reserve')))
})

test('an open that fails for lack of space runs again without the reserve', (t) => {
  const reserve = join(folderFor(t), 'reserve')
  const run = (error: Error) => runWithReserve(reserve, failingOnce(error))
  t.throws(() => run(full()), { message: /full/ }, 'there is no reserve to release')
  establishReserve(reserve)
  t.throws(() => run(failures.damaged()), { message: /damaged/ })
  t.true(existsSync(reserve))
  t.is(run(full()), 2)
  t.false(existsSync(reserve))
  t.throws(() => runWithReserve(undefined, failingOnce(full())), { message: /full/ })
})
