import { DatabaseSync } from 'node:sqlite'

import test, { type ExecutionContext } from 'ava'

import {
  parsePreservedRows,
  preparePreservedStatements,
} from '../../../../src/qm/store/database/preserved-statements.ts'
import { createTablesSql } from '../../../../src/qm/store/database/schema.ts'
import { deserializeMessages, serializeMessages } from '../../../../src/qm/store/sqlite/serialized-changes.ts'
import { message } from '../conformance.ts'

/** A table with the messages 3, 1 and 2. */
function open(t: ExecutionContext) {
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
  const { take } = open(t)
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
    const { db, take } = open(t)
    db.exec(change)
    t.deepEqual(
      take().map((each) => each.message.sequence),
      [1, 3],
    )
  })
