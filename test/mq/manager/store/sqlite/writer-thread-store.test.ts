import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import type { StoreChange } from '../../../../../src/mq/manager/store/message-store.ts'
import { serializeChanges, serializeMessages } from '../../../../../src/mq/manager/store/sqlite/serialized-changes.ts'
import {
  openWriterThreadStore,
  type WriterStoreOptions,
} from '../../../../../src/mq/manager/store/sqlite/writer-thread-store.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'
import { add, message } from '../conformance.ts'

const created = 1_700_000_000_000

/** A new store on this thread. `commit` stores the changes; `openAgain` opens the file with other options. */
function open(t: ExecutionContext, options: Partial<WriterStoreOptions> = {}) {
  const folder = folderFor(t)
  const [file, reserve] = [join(folder, 'messages.db'), join(folder, 'reserve')]
  const openAgain = (more: Partial<WriterStoreOptions> = {}) => {
    const store = openWriterThreadStore({ file, created, checks: true, ...more })
    t.teardown(() => {
      if (openFilesBelow(folder).length > 0) store.close()
    })
    return store
  }
  const store = openAgain({ isNew: true, checks: false, reserve, ...options })
  const commit = (changes: StoreChange[], urgent = false) => store.commit({ ...serializeChanges(changes), urgent })
  return { folder, file, reserve, store, commit, openAgain }
}

/** Returns the connection that `work` opens first. The test must be serial. */
function connectionOf(work: () => void): DatabaseSync {
  const { exec } = DatabaseSync.prototype
  const found: DatabaseSync[] = []
  DatabaseSync.prototype.exec = function (text) {
    found.push(this)
    return exec.call(this, text)
  }
  try {
    work()
  } finally {
    DatabaseSync.prototype.exec = exec
  }
  return found[0] as DatabaseSync
}

for (const [title, isCopy, synchronous] of [
  ['every commit of a store is synced', undefined, 2],
  ['commits of a copy, which is made again at every start, are not synced', true, 0],
] as const)
  test.serial(title, (t) => {
    const db = connectionOf(() => open(t, isCopy === undefined ? {} : { isCopy }))
    t.is(db.prepare('PRAGMA synchronous').get()?.synchronous, synchronous)
  })

test('a new file is marked as the store of its queue manager, with a whole number of milliseconds', (t) => {
  const { file, store, openAgain } = open(t, { created: created + 0.7 })
  t.deepEqual([store.block, store.parked], [0, []])
  store.close()
  const again = openAgain({ created: created + 0.2 })
  t.is(again.block, 1)
  again.close()
  t.throws(() => openAgain({ created: created + 1 }), { message: `${file}: belongs to another queue manager` })
})

test('a file that exists is not replaced by a new one, and a missing one is not made by an opening', (t) => {
  const { file, store, openAgain } = open(t)
  store.close()
  const before = readFileSync(file)
  t.throws(() => openAgain({ isNew: true, checks: false }), { message: `${file}: the file exists already` })
  t.deepEqual(readFileSync(file), before)
})

test('an opening that fails leaves no file open', (t) => {
  const { folder, store, openAgain } = open(t)
  store.close()
  t.throws(() => openAgain({ created: 1 }), { name: 'MessageStoreError' })
  t.deepEqual(openFilesBelow(folder), [])
})

test('a damaged page is found when pages are checked, and not twice', (t) => {
  const { file, store, commit, openAgain } = open(t)
  for (let sequence = 1; sequence <= 60; sequence++) commit([add(7, message(sequence), 'x'.repeat(900))])
  store.close()
  const bytes = readFileSync(file)
  bytes.fill(0xff, bytes.length - 4096)
  writeFileSync(file, bytes)
  t.throws(() => openAgain(), { name: 'MessageStoreError' })
  t.notThrows(() => openAgain({ checks: false }).close(), 'another thread has checked the pages')
})

test('a damaged log is found before SQLite drops its end', (t) => {
  const { file, commit, openAgain } = open(t)
  for (let sequence = 1; sequence <= 3; sequence++) commit([add(7, message(sequence))])
  const copy = join(folderFor(t), 'messages.db')
  const log = readFileSync(`${file}-wal`)
  log.fill(0xff, 100, 300)
  for (const checks of [true, false]) {
    writeFileSync(copy, readFileSync(file))
    writeFileSync(`${copy}-wal`, log)
    if (checks)
      t.throws(() => openAgain({ file: copy }), { message: /messages\.db-wal: frame 1 of the log is damaged/ })
    else t.throws(() => openAgain({ file: copy, checks }), { message: /not the file of a queue manager/ })
  }
})

test('at the first of 200 requests the log is written to the file and the reserve is made', (t) => {
  const { file, reserve, store, commit } = open(t)
  const isMade = () => {
    const found = existsSync(reserve)
    rmSync(reserve, { force: true })
    return found
  }
  commit([add(7, message(1), 'x'.repeat(50_000))])
  t.deepEqual([isMade(), statSync(file).size < 50_000], [false, true])
  store.maintain()
  t.deepEqual([isMade(), statSync(file).size > 50_000], [true, true])
  commit([add(7, message(2), 'x'.repeat(50_000))])
  for (let request = 2; request <= 200; request++) store.maintain()
  t.deepEqual([isMade(), statSync(file).size < 100_000], [false, true])
  store.maintain()
  t.deepEqual([isMade(), statSync(file).size > 100_000], [true, true])
})

test('the end of a store closes its file and makes the reserve', (t) => {
  const { folder, file, reserve, store } = open(t)
  store.close()
  t.deepEqual([existsSync(reserve), existsSync(`${file}-wal`)], [true, false])
  t.deepEqual(openFilesBelow(folder), [])
})

test('on a full disk, urgent changes use the reserve, and puts fail until it is made again', (t) => {
  const { reserve, store, commit, openAgain } = open(t)
  store.maintain()
  commit([add(7, message(1), 'x'.repeat(20_000))])
  store.close()
  const small = openAgain({ maxPages: 30, reserve })
  const put = (sequence: number, length: number, urgent: boolean) =>
    small.commit({ ...serializeChanges([add(7, message(sequence), 'x'.repeat(length))]), urgent })
  const isFull = (work: () => void) => (t.throws(work) as { kind?: string }).kind

  t.is(
    isFull(() => put(2, 500_000, false)),
    'full',
  )
  t.true(existsSync(reserve), 'a put does not use it')
  put(2, 10, false)
  t.is(
    isFull(() => put(3, 500_000, true)),
    'full',
  )
  t.false(existsSync(reserve))
  t.is(
    isFull(() => put(4, 10, false)),
    'full',
  )
  small.commit({ ...serializeChanges([{ type: 'remove', sequence: 1 }]), urgent: true })
  small.maintain()
  t.true(existsSync(reserve))
  put(4, 10, false)
})

test('preserved messages are returned by the next opening, and deleted in the file', (t) => {
  const { store, openAgain } = open(t)
  store.preserve(serializeMessages([{ queue: 7, message: message(1), body: Buffer.from('x') }]))
  store.close()
  const again = openAgain()
  t.is(again.parked.length, 1)
  again.close()
  t.deepEqual(openAgain().parked, [])
})
