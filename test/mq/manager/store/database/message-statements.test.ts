import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import {
  listBodyFiles,
  openMessageReader,
  parsePreservedRows,
  prepareMessageWrites,
  preparePreservedStatements,
} from '../../../../../src/mq/manager/store/database/message-statements.ts'
import { createTablesSql } from '../../../../../src/mq/manager/store/database/schema.ts'
import type { LaneSnapshots, StoredMessage } from '../../../../../src/mq/manager/store/message-store.ts'
import {
  deserializeMessages,
  serializeMessages,
} from '../../../../../src/mq/manager/store/sqlite/serialized-changes.ts'
import { message } from '../conformance.ts'

function open(t: ExecutionContext, lanes = new Map<number, LaneSnapshots>()) {
  const db = new DatabaseSync(':memory:')
  t.teardown(() => {
    if (db.isOpen) db.close()
  })
  db.exec(createTablesSql)
  const writes = prepareMessageWrites(db)
  const put = (stored: StoredMessage, text = 'body') => {
    const body = Buffer.from(text)
    for (const each of deserializeMessages(serializeMessages([{ queue: 7, message: stored, body }]))) writes.add(each)
  }
  return { db, writes, put, messages: openMessageReader(db, '/file', lanes) }
}

const flips = {
  body: "UPDATE message SET body = CAST('Body' AS BLOB) WHERE sequence = 1",
  columns: 'UPDATE message SET length = 6 WHERE sequence = 1',
} as const

test('the lanes are handed over once', (t) => {
  const lanes = new Map<number, LaneSnapshots>([[7, new Map()]])
  const { messages } = open(t, lanes)
  t.is(messages.takeLaneSnapshots(), lanes)
  t.is(messages.takeLaneSnapshots().size, 0)
})

test('a damaged body is not read with its message, and reported when it is wanted', (t) => {
  const { db, put, messages } = open(t)
  put(message(1))
  db.exec(flips.body)
  t.deepEqual(messages.read(7, 1), { message: message(1), body: undefined })
  const error = t.throws(() => messages.body(1), {
    name: 'MessageStoreError',
    message: '/file: the body of message 1 is not what was put',
  })
  t.is((error as { kind?: string }).kind, 'damaged')
})

test('the body of a damaged message is not read with it', (t) => {
  const { db, put, messages } = open(t)
  put(message(1))
  db.exec(flips.columns)
  const found = messages.read(7, 1)
  t.truthy(found?.message.damage)
  t.is(found?.body, undefined)
  t.truthy(messages.find(7, 1)?.damage)
})

test('an empty body is read', (t) => {
  const { put, messages } = open(t)
  put(message(1, { length: 0 }), '')
  t.is(messages.read(7, 1)?.body?.length, 0)
  t.is((messages.body(1) as Buffer).length, 0)
})

test('rows of a version without checksums are read', (t) => {
  const { db, writes, put, messages } = open(t)
  put(message(1))
  db.exec('UPDATE message SET checksum = NULL, body_checksum = NULL')
  t.is(messages.read(7, 1)?.body?.toString(), 'body')
  t.is(String(messages.body(1)), 'body')
  writes.setBackoutCount({ type: 'setBackoutCount', sequence: 1, backoutCount: 2 })
  t.is(messages.find(7, 1)?.descriptor.backoutCount, 2)
})

test('a backout count keeps the message sound, and does not hide damage', (t) => {
  const { db, writes, put, messages } = open(t)
  const stored = message(1, { foreignId: Buffer.alloc(24, 1), expiresAt: 5 })
  put(stored)
  writes.setBackoutCount({ type: 'setBackoutCount', sequence: 9, backoutCount: 2 })
  writes.setBackoutCount({ type: 'setBackoutCount', sequence: 1, backoutCount: 2 })
  t.deepEqual(messages.find(7, 1), { ...stored, descriptor: { ...stored.descriptor, backoutCount: 2 } })
  db.exec(flips.columns)
  writes.setBackoutCount({ type: 'setBackoutCount', sequence: 1, backoutCount: 3 })
  t.truthy(messages.find(7, 1)?.damage)
})

test('expired messages are read in the order of their times, up to the limit, damaged ones too', (t) => {
  const { db, put, messages } = open(t)
  for (const [sequence, expiresAt] of [
    [1, 30],
    [2, 10],
    [3, 20],
    [4, 31],
  ] as const)
    put(message(sequence, { expiresAt }))
  put(message(5))
  db.exec(flips.columns)
  const expired = (limit: number) => messages.expired(30, limit).map((each) => [each.queue, each.message.sequence])
  t.deepEqual(expired(9), [
    [7, 2],
    [7, 3],
    [7, 1],
  ])
  t.is(expired(2).length, 2)
  t.truthy(messages.expired(30, 9)[2]?.message.damage)
})

test('the names of all body files are listed', (t) => {
  const { db, put } = open(t)
  put(message(1))
  for (const [sequence, bodyFile] of [
    [2, 'a.1'],
    [3, 'b.2'],
  ] as const)
    put(message(sequence, { bodyFile }), '')
  t.deepEqual(listBodyFiles(db), new Set(['a.1', 'b.2']))
})

test('errors of SQLite name the file', (t) => {
  const { db, messages } = open(t)
  db.close()
  for (const read of [
    () => messages.find(7, 1),
    () => messages.read(7, 1),
    () => messages.body(1),
    () => messages.expired(1, 1),
  ])
    t.throws(read, { name: 'MessageStoreError', message: /^\/file: / })
})

/** A table with the messages 3, 1 and 2. */
function openPreserved(t: ExecutionContext) {
  const db = new DatabaseSync(':memory:')
  t.teardown(() => db.close())
  db.exec(createTablesSql)
  const statements = preparePreservedStatements(db)
  const messages = [3, 1, 2].map((sequence) => ({
    queue: 6 + sequence,
    message: message(sequence),
    body: Buffer.from(`body ${sequence}`),
  }))
  statements.add(deserializeMessages(serializeMessages(messages)))
  const take = () => parsePreservedRows(statements.take(), '/file')
  return { db, take }
}

test('preserved messages are taken once, in the order of their sequence numbers', (t) => {
  const { take } = openPreserved(t)
  t.deepEqual(
    take(),
    [1, 2, 3].map((sequence) => ({
      queue: 6 + sequence,
      message: message(sequence),
      body: Buffer.from(`body ${sequence}`),
    })),
  )
  t.deepEqual(take(), [])
})

for (const [title, change] of [
  ['columns', "UPDATE parked SET descriptor = replace(descriptor, 'MQSTR', 'MQSTX') WHERE sequence = 2"],
  ['body', "UPDATE parked SET body = CAST('Body 2' AS BLOB) WHERE sequence = 2"],
] as const)
  test(`a message with a changed ${title} is dropped, because it may be lost`, (t) => {
    const { db, take } = openPreserved(t)
    db.exec(change)
    t.deepEqual(
      take().map((each) => each.message.sequence),
      [1, 3],
    )
  })
