import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { openWriterConnection } from '../../../../../src/mq/manager/store/database/database-file.ts'
import { createTablesSql } from '../../../../../src/mq/manager/store/database/schema.ts'
import type { StoreChange } from '../../../../../src/mq/manager/store/message-store.ts'
import { serializeChanges, serializeMessages } from '../../../../../src/mq/manager/store/sqlite/serialized-changes.ts'
import { openStoreTransactions } from '../../../../../src/mq/manager/store/sqlite/transactions.ts'
import { copiedRow } from '../../_support/copied-rows.ts'
import { folderFor } from '../../_support/folder.ts'
import { add, message } from '../conformance.ts'

/** Transactions on a database whose next commits fail: each fault runs before COMMIT would, and throws the error. */
function open(t: ExecutionContext, faults: ((db: DatabaseSync) => void)[] = []) {
  const file = join(folderFor(t), 'messages.db')
  const db = openWriterConnection(file)
  t.teardown(() => db.close())
  db.exec(createTablesSql)
  const failing = {
    prepare(text: string) {
      const statement = db.prepare(text)
      if (text !== 'COMMIT') return statement
      return {
        run() {
          faults.shift()?.(db)
          return statement.run()
        },
      }
    },
    exec: (text: string) => db.exec(text),
    get isTransaction() {
      return db.isTransaction
    },
  } as unknown as DatabaseSync
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count)
  const meta = (key: string) => db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value
  const put = (sequence: number) => serializeChanges([add(7, message(sequence))])
  return { file, db, transactions: openStoreTransactions(failing, file), count, meta, put }
}

const failSync = () => {
  throw new Error('the sync failed')
}

test('a commit whose sync fails is overwritten at once, so that a crash does not restore it', (t) => {
  const { file, db, transactions, count, meta, put } = open(t, [failSync])
  const error = t.throws(() => transactions.commit(put(1)), { name: 'MessageStoreError' })
  t.is(error.message, `${file}: the sync failed`)
  t.deepEqual([count('message'), meta('failures'), db.isTransaction], [0, 1, false])
  transactions.commit(put(1))
  t.deepEqual([count('message'), meta('failures')], [1, 1])
})

test('a transaction that SQLite has ended itself is not rolled back again', (t) => {
  const { file, transactions, meta, put } = open(t, [
    (db) => {
      db.exec('ROLLBACK')
      failSync()
    },
  ])
  t.throws(() => transactions.commit(put(1)), { message: `${file}: the sync failed` })
  t.is(meta('failures'), 1)
})

test('the first error is reported when the overwriting transaction fails as well', (t) => {
  const second = () => {
    throw new Error('the second one')
  }
  const secondEnded = (db: DatabaseSync) => {
    db.exec('ROLLBACK')
    second()
  }
  for (const each of [second, secondEnded]) {
    const { file, db, transactions, count, meta, put } = open(t, [failSync, each])
    t.throws(() => transactions.commit(put(1)), { message: `${file}: the sync failed` })
    t.deepEqual([count('message'), meta('failures'), db.isTransaction], [0, 0, false])
    transactions.commit(put(2))
    t.is(count('message'), 1)
  }
})

test('a change that fails rolls back all changes of its commit, and writes nothing else', (t) => {
  const { db, transactions, count, meta, put } = open(t)
  transactions.commit(put(1))
  const changes = serializeChanges([add(7, message(2)), add(7, message(1))])
  t.throws(() => transactions.commit(changes), { name: 'MessageStoreError' })
  t.deepEqual([count('message'), meta('failures'), db.isTransaction], [1, 0, false])
})

test('blocks ascend by one, and a failed claim claims nothing', (t) => {
  const { transactions } = open(t, [() => {}, failSync])
  t.is(transactions.claimBlock(), 0)
  t.throws(() => transactions.claimBlock(), { name: 'MessageStoreError' })
  t.deepEqual([transactions.claimBlock(), transactions.claimBlock()], [1, 2])
})

test('preserved messages stay in the file until their removal is committed', (t) => {
  const { transactions, count } = open(t, [() => {}, failSync])
  transactions.preserve(serializeMessages([{ queue: 7, message: message(1), body: Buffer.from('x') }]))
  t.throws(() => transactions.takePreserved(), { name: 'MessageStoreError' })
  t.is(count('parked'), 1)
  t.deepEqual([transactions.takePreserved().length, transactions.takePreserved().length], [1, 0])
})

test('every kind of change is applied, in its order', (t) => {
  const { db, transactions } = open(t)
  const saved = (id: number, name: string): StoreChange => ({
    type: 'saveObject',
    object: { id, record: { kind: 'queue', name, type: 'QLOCAL', attributes: {}, created: 1, altered: 2 } },
  })
  transactions.commit(
    serializeChanges([
      ...[add(7, message(1)), add(7, message(2)), saved(5, 'A'), saved(6, 'B')],
      { type: 'setBackoutCount', sequence: 2, backoutCount: 3 },
      ...[{ type: 'remove', sequence: 1 } as const, { type: 'removeObject', id: 5 } as const],
      { type: 'remove', sequence: 2 },
      add(7, message(2), 'again'),
      { type: 'setBackoutCount', sequence: 2, backoutCount: 4 },
    ]),
  )
  const rows = db.prepare('SELECT sequence, descriptor, body FROM message').all()
  t.deepEqual(
    rows.map(({ sequence, descriptor, body }) => [
      ...[sequence, JSON.parse(String(descriptor)).backoutCount, Buffer.from(body as Uint8Array).toString()],
    ]),
    [[2, 4, 'again']],
  )
  t.deepEqual(
    db
      .prepare('SELECT id, name FROM object')
      .all()
      .map((row) => ({ ...row })),
    [{ id: 6, name: 'B' }],
  )
})

test('rows of another database are loaded, all or none', (t) => {
  const { transactions, count } = open(t)
  const row = (sequence: number) => copiedRow(7, sequence, 0, null, null, null, 5, null, '{}', null)
  const load = (...sequences: number[]) => {
    const rows = Buffer.concat(sequences.map(row))
    transactions.load(rows.buffer.slice(rows.byteOffset, rows.byteOffset + rows.length))
  }
  load(1, 2)
  t.is(count('message'), 2)
  t.throws(() => load(3, 2), { name: 'MessageStoreError' })
  t.is(count('message'), 2)
})
