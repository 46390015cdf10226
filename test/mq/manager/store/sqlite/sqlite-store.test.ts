import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { hashMessageId } from '../../../../../src/mq/manager/store/id-hash.ts'
import type { MessageStore } from '../../../../../src/mq/manager/store/message-store.ts'
import {
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
