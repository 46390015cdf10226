import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { hashMessageId } from '../../../../../src/mq/manager/store/id-hash.ts'
import type { MessageStore } from '../../../../../src/mq/manager/store/message-store.ts'
import { RemovalHold } from '../../../../../src/mq/manager/store/sqlite/body-file-store.ts'
import {
  backUpStore,
  createSqliteStore,
  openSqliteStore,
  type StoreFileOptions,
} from '../../../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { folderFor } from '../../_support/folder.ts'
import { openFilesBelow } from '../../_support/open-files.ts'
import { recordWriterRequests } from '../../_support/writer-requests.ts'
import { add, behavesAsStore, message } from '../conformance.ts'

const options: StoreFileOptions = { created: 1_700_000_000_000 }

behavesAsStore(test, async (t) => {
  const { store, file } = await fresh(t)
  let last = store
  const reopen = async () => {
    await last.close()
    last = await opened(t, file)
    return last
  }
  return { store, reopen }
})

test('a message is read together with its body when that has at most 4,096 bytes', async (t) => {
  const { store } = await fresh(t)
  const lengths = [4_096, 4_097]
  const changes = lengths.map((length) => add(7, message(length, { length }), 'x'.repeat(length)))
  await store.commit(changes)
  t.deepEqual(
    lengths.map((each) => store.messages.read(7, each)?.body?.length),
    [4_096, undefined],
  )
  t.is(store.messages.read(7, 1), undefined)
})

test('what was committed is there after a restart', async (t) => {
  const { file, store } = await fresh(t)
  await store.commit([add(7, message(1), 'hello')])
  t.is(await store.claimBlock(), 1)
  await store.close()

  const again = await opened(t, file)
  t.deepEqual(again.messages.find(7, 1), message(1))
  t.is(again.firstBlock, 2)
})

test('a body that no message names is removed at the start', async (t) => {
  const { file, store, folder } = await fresh(t)
  const kept = await store.bodies.write(Buffer.from('kept'))
  await store.bodies.write(Buffer.from('left by a crash'))
  await store.commit([add(7, message(1, { bodyFile: kept }), '')])
  await store.close()

  await opened(t, file)
  t.deepEqual(readdirSync(join(folder, 'bodies')), [kept])
})

const damages: readonly (readonly [title: string, damage: (file: string) => void, complaint: RegExp])[] = [
  ['is missing', (file) => rmSync(file), /the file is missing/],
  ['is empty', (file) => truncateSync(file, 0), /the file is empty/],
  ['holds something else', (file) => writeFileSync(file, Buffer.alloc(8192, 'x')), /not a database/],
  ['is an empty database', emptyDatabase, /not the file of a queue manager/],
  ['has a page overwritten', overwriteMiddle, /messages\.db: /],
  ['is cut short', (file) => truncateSync(file, 20_480), /messages\.db: /],
]

for (const [title, damage, complaint] of damages) {
  test(`a file that ${title} is reported by its name and not opened`, async (t) => {
    const { file, store } = await fresh(t)
    const stored = Array.from({ length: 200 }, (_, place) => add(7, message(place + 1), 'x'.repeat(500)))
    await store.commit(stored)
    await store.close()
    damage(file)

    const error = await t.throwsAsync(openSqliteStore(file, options), { name: 'MessageStoreError' })
    t.true(error.message.startsWith(file))
    t.regex(error.message, complaint)
    t.is((error as { kind?: string }).kind, 'damaged')
  })
}

test('a big file is checked as well', async (t) => {
  const { file, store } = await fresh(t)
  const big = 'x'.repeat(250_000)
  for (let sequence = 1; sequence <= 150; sequence++) await store.commit([add(7, message(sequence), big)])
  await store.close()
  const again = await opened(t, file)
  t.is(again.messages.takeLaneSnapshots().get(7)?.get(0)?.sequences.length, 150)
  await again.close()

  overwriteMiddle(file)
  const error = await t.throwsAsync(openSqliteStore(file, options), { name: 'MessageStoreError' })
  t.true(error.message.startsWith(file))
})

test('the file of another queue manager is refused', async (t) => {
  const { file, store } = await fresh(t)
  await store.close()
  await t.throwsAsync(openSqliteStore(file, { created: 1 }), { message: /belongs to another queue manager/ })
})

test('a file that is there is not made again', async (t) => {
  const { file, store } = await fresh(t)
  await store.close()
  const before = readFileSync(file)
  await t.throwsAsync(createSqliteStore(file, options), { message: /exists already/ })
  t.deepEqual(readFileSync(file), before)
})

test('a full disk is reported, changes nothing, and work resumes when there is room', async (t) => {
  const { file, store } = await fresh(t)
  await store.commit([add(7, message(1), 'kept')])
  await store.close()

  const small = await openSqliteStore(file, { ...options, maxPages: 30 })
  const error = await t.throwsAsync(small.commit([add(7, message(2), 'x'.repeat(500_000))]), {
    name: 'MessageStoreError',
  })
  t.is((error as { kind?: string }).kind, 'full')
  t.is(small.messages.find(7, 2), undefined)
  await t.notThrowsAsync(small.commit([add(7, message(3), 'small')]))
  await small.close()

  const again = await opened(t, file)
  t.is(again.messages.find(7, 2), undefined)
  t.is(again.messages.body(3)?.toString(), 'small')
})

test.serial('only urgent changes may use the reserve on a full disk', async (t) => {
  const { store } = await fresh(t)
  const requests = recordWriterRequests(t)
  await store.commit([add(7, message(1))])
  await store.commit([add(7, message(2))], {})
  await store.commit([{ type: 'remove', sequence: 1 }], { urgent: true })
  t.deepEqual(
    requests.map(({ argument: { urgent } }) => urgent),
    [false, false, true],
  )
})

const badFolders: readonly (readonly [title: string, damage: (bodies: string) => void])[] = [
  ['is a file', replaceByFile],
  ['contains a folder', (bodies) => mkdirSync(join(bodies, 'other'))],
]

for (const [title, damage] of badFolders)
  test(`a folder of bodies that ${title} is reported by its name, and leaves no file open`, async (t) => {
    const { file, folder, store } = await fresh(t)
    await store.close()
    const bodies = join(folder, 'bodies')
    damage(bodies)
    const error = await t.throwsAsync(openSqliteStore(file, options), { name: 'MessageStoreError' })
    t.true(error?.message.startsWith(`${bodies}: `), error?.message)
    t.deepEqual(openFilesBelow(folder), [])
  })

function replaceByFile(folder: string): void {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
}

test('a store may be closed twice', async (t) => {
  const { folder, store } = await fresh(t)
  await Promise.all([store.close(), store.close()])
  t.deepEqual(openFilesBelow(folder), [])
})

test('reports once the messages on each queue at its opening', async (t) => {
  const { file, store } = await fresh(t)
  const far = Array.from({ length: 12_000 }, (_, place) => add(9, message(place + 100)))
  const id = Buffer.alloc(24, 5)
  const correlationId = Buffer.alloc(24, 6)
  await store.commit([add(7, message(3, { correlationId })), add(7, message(1, { foreignId: id, correlationId }))])
  await store.commit([add(7, message(2, { lane: 4 }))])
  await store.commit(far)
  await store.commit([{ type: 'remove', sequence: 100 }])
  t.is(store.messages.takeLaneSnapshots().size, 0)
  await store.close()

  const { messages } = await opened(t, file)
  const lanes = messages.takeLaneSnapshots()
  t.deepEqual(
    lanes.get(7),
    new Map([
      [
        0,
        {
          sequences: [1, 3],
          foreignIds: [hashMessageId(id), 1],
          correlationIds: [hashMessageId(correlationId), 1, hashMessageId(correlationId), 3],
        },
      ],
      [4, { sequences: [2], foreignIds: [], correlationIds: [] }],
    ]),
  )
  t.is(lanes.get(9)?.get(0)?.sequences.length, 11_999)
  t.is(messages.takeLaneSnapshots().size, 0)
})

test('a file of the layout before is brought up to date', async (t) => {
  const { file, store } = await fresh(t)
  await store.commit([add(7, message(1), 'kept')])
  await store.close()
  const db = new DatabaseSync(file)
  db.exec(
    `CREATE INDEX message_correlation_id ON message (queue, correlation_id, lane, sequence);
    CREATE INDEX message_order ON message (queue, lane, sequence); DROP TABLE parked; PRAGMA user_version = 2`,
  )
  db.close()

  const again = await opened(t, file)
  t.is(again.messages.body(1)?.toString(), 'kept')
  await t.notThrowsAsync(again.preserve([{ queue: 7, message: message(2), body: Buffer.from('x') }]))
})

test('leaves no log behind when it is closed', async (t) => {
  const { file, store } = await fresh(t)
  await store.commit([add(7, message(1))])
  await store.close()
  t.false(existsSync(`${file}-wal`))
})

async function fresh(t: ExecutionContext): Promise<{ file: string; folder: string; store: MessageStore }> {
  const folder = folderFor(t)
  const file = join(folder, 'messages.db')
  const store = await createSqliteStore(file, options)
  t.teardown(() => store.close())
  return { file, folder, store }
}

async function opened(t: ExecutionContext, file: string): Promise<MessageStore> {
  const store = await openSqliteStore(file, options)
  t.teardown(() => store.close())
  return store
}

function emptyDatabase(file: string): void {
  rmSync(file)
  const db = new DatabaseSync(file)
  db.exec('CREATE TABLE a (b)')
  db.close()
}

function overwriteMiddle(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, 4096 * 3, 4096 * 9)
  writeFileSync(file, bytes)
}

const created = 1_700_000_000_000

/** An open store with messages 1 to 20, of which the last one has a body file, and an empty folder for its backup. */
async function open(t: ExecutionContext) {
  const [home, folder] = [folderFor(t), folderFor(t)]
  const file = join(home, 'messages.db')
  const removals = new RemovalHold()
  const store = await createSqliteStore(file, { created, removals })
  t.teardown(() => store.close())
  const bodyFile = await store.bodies.write(Buffer.from('large'))
  for (let sequence = 1; sequence < 20; sequence++) await store.commit([add(7, message(sequence), 'x'.repeat(900))])
  await store.commit([add(7, message(20, { bodyFile }), '')])
  const backUp = (isOpen: boolean) => backUpStore({ file, folder, removals, isOpen })
  return { home, folder, file, store, removals, bodyFile, backUp }
}

/** The same after a crash: its log has everything, and no process has it open. */
async function crashed(t: ExecutionContext) {
  const { home, file, bodyFile } = await open(t)
  const [copied, folder] = [folderFor(t), folderFor(t)]
  for (const name of ['messages.db', 'messages.db-wal']) copyFileSync(join(home, name), join(copied, name))
  mkdirSync(join(copied, 'bodies'))
  copyFileSync(join(file, '..', 'bodies', bodyFile), join(copied, 'bodies', bodyFile))
  const removals = new RemovalHold()
  const copy = join(copied, 'messages.db')
  const backUp = (isOpen: boolean) => backUpStore({ file: copy, folder, removals, isOpen })
  return { file: copy, folder, removals, bodyFile, backUp }
}

function overwrite(file: string, offset: number, length: number): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, offset, offset + length)
  writeFileSync(file, bytes)
}

test('a copy is one file without a log, and the bodies that it names, in a folder of its owner', async (t) => {
  const { folder, store, bodyFile, backUp } = await open(t)
  await store.bodies.write(Buffer.from('without a message'))
  await backUp(true)
  t.deepEqual(readdirSync(folder).sort(), ['bodies', 'messages.db'])
  t.deepEqual(readdirSync(join(folder, 'bodies')), [bodyFile])
  t.is(statSync(join(folder, 'bodies')).mode & 0o777, 0o700)
  const copy = new DatabaseSync(join(folder, 'messages.db'), { readOnly: true })
  t.teardown(() => copy.close())
  t.deepEqual({ ...copy.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'delete' })

  const restored = await openSqliteStore(join(folder, 'messages.db'), { created })
  t.teardown(() => restored.close())
  t.is(restored.messages.takeLaneSnapshots().get(7)?.get(0)?.sequences.length, 20)
  t.is((await restored.bodies.read(bodyFile)).toString(), 'large')
})

test('only its owner can read the files of a store and of its copy', async (t) => {
  const { home, folder, bodyFile, backUp } = await open(t)
  await backUp(true)
  for (const place of [home, folder])
    for (const name of ['messages.db', 'messages.db-wal', join('bodies', bodyFile)]) {
      const found = statSync(join(place, name), { throwIfNoEntry: false })
      if (place === home || !name.endsWith('-wal')) t.is((found?.mode ?? 0) & 0o777, 0o600, name)
    }
})

test('a backup leaves no file open and no log behind, and holds no removals afterwards', async (t) => {
  const { home, folder, file, store, bodyFile, removals, backUp } = await open(t)
  await backUp(true)
  t.deepEqual(openFilesBelow(folder), [])
  await removals.waitUntilFree()
  await store.bodies.remove(bodyFile)
  await store.close()
  t.false(existsSync(`${file}-wal`), 'the last connection removes the log')
  t.deepEqual(openFilesBelow(home), [])
})

test('the log of a store that is not open is checked before SQLite drops its damaged end', async (t) => {
  const { file, folder, removals, backUp } = await crashed(t)
  overwrite(`${file}-wal`, 32 + 100, 200)
  const log = readFileSync(`${file}-wal`)
  const error = await t.throwsAsync(backUp(false), {
    name: 'MessageStoreError',
    message: /frame 1 of the log is damaged/,
  })
  t.is((error as { kind?: string }).kind, 'damaged')
  t.deepEqual(readFileSync(`${file}-wal`), log)
  t.deepEqual(readdirSync(folder), [])
  await removals.waitUntilFree()
})

test('the log of an open store is not checked, because its last frames may be incomplete at that moment', async (t) => {
  const { file, folder, backUp } = await crashed(t)
  overwrite(`${file}-wal`, statSync(`${file}-wal`).size / 2, 200)
  await backUp(true)
  t.true(existsSync(join(folder, 'messages.db')))
})

test('a store whose log is sound is copied with what the log has', async (t) => {
  const { folder, backUp } = await crashed(t)
  await backUp(false)
  const restored = await openSqliteStore(join(folder, 'messages.db'), { created })
  t.teardown(() => restored.close())
  t.is(restored.messages.find(7, 20)?.sequence, 20)
})

test('a damaged page is reported with the name of the store', async (t) => {
  const { file, store, backUp } = await open(t)
  await store.close()
  overwrite(file, statSync(file).size - 4096, 4096) // a page that only the check of the whole file reads
  const error = await t.throwsAsync(backUp(false), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'damaged')
})

test('a body file that is missing is reported as damage of the store', async (t) => {
  const { file, home, bodyFile, backUp } = await open(t)
  rmSync(join(home, 'bodies', bodyFile))
  const error = await t.throwsAsync(backUp(true), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'damaged')
  t.true(error.message.startsWith(file) && error.message.includes(bodyFile))
})
