import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { prepareObjectWrites, readObjects } from '../../../../../src/mq/manager/store/database/object-statements.ts'
import { createTablesSql } from '../../../../../src/mq/manager/store/database/schema.ts'
import type { StoredRecord } from '../../../../../src/mq/manager/store/message-store.ts'

const record: StoredRecord = {
  kind: 'queue',
  name: 'A',
  type: 'QLOCAL',
  attributes: { MAXDEPTH: 10 },
  created: 1,
  altered: 2,
}

function open(t: ExecutionContext) {
  const db = new DatabaseSync(':memory:')
  t.teardown(() => db.close())
  db.exec(createTablesSql)
  return { db, writes: prepareObjectWrites(db) }
}

test('an object is read as it was saved, with whole milliseconds, and cannot be changed', (t) => {
  const { db, writes } = open(t)
  writes.save({ id: 5, record: { ...record, created: 1.9, altered: 2.9 } })
  const [found] = readObjects(db, '/file')
  t.deepEqual(found, { id: 5, record })
  t.true(Object.isFrozen(found?.record) && Object.isFrozen(found?.record.attributes))
})

test('an object that is saved again is replaced, also under another id', (t) => {
  const { db, writes } = open(t)
  const changed = { ...record, type: 'QALIAS', attributes: {}, created: 3, altered: 4 }
  writes.save({ id: 5, record })
  writes.save({ id: 6, record: changed })
  t.deepEqual(readObjects(db, '/file'), [{ id: 6, record: changed }])
  writes.remove(5)
  t.is(readObjects(db, '/file').length, 1)
  writes.remove(6)
  t.deepEqual(readObjects(db, '/file'), [])
})

test('a changed object is damage, by its name; without a checksum it is not checked', (t) => {
  const { db, writes } = open(t)
  writes.save({ id: 5, record })
  db.exec("UPDATE object SET type = 'QALIAS'")
  const error = t.throws(() => readObjects(db, '/file'), {
    name: 'MessageStoreError',
    message: '/file: the queue A is not what was saved',
  })
  t.is((error as { kind?: string }).kind, 'damaged')
  db.exec('UPDATE object SET checksum = NULL')
  t.is(readObjects(db, '/file')[0]?.record.type, 'QALIAS')
})
