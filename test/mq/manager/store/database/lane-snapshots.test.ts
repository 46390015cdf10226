import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { addToLanes, loadLaneSnapshots } from '../../../../../src/mq/manager/store/database/lane-snapshots.ts'
import { createTablesSql } from '../../../../../src/mq/manager/store/database/schema.ts'
import { hashMessageId } from '../../../../../src/mq/manager/store/id-hash.ts'
import type { LaneSnapshots } from '../../../../../src/mq/manager/store/message-store.ts'

/** A database with the messages 1 to `count`, all on queue 7 and lane 0. */
function open(t: ExecutionContext, count: number): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  t.teardown(() => db.close())
  db.exec(`${createTablesSql}
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO message (sequence, queue, lane, length, descriptor, body) SELECT n, 7, 0, 1, '{}', x'00' FROM numbers`)
  return db
}

for (const count of [1, 9_999, 10_000, 10_001, 20_000])
  test(`the places of ${count} messages are read in order`, async (t) => {
    const lanes = await loadLaneSnapshots(open(t, count), '/file')
    t.deepEqual(
      lanes.get(7)?.get(0)?.sequences,
      Array.from({ length: count }, (_, index) => index + 1),
    )
  })

test('between two pages, other work of the process runs', async (t) => {
  let hasRun = false
  setImmediate(() => {
    hasRun = true
  })
  await loadLaneSnapshots(open(t, 10_001), '/file')
  t.true(hasRun)
})

test('a store without messages has no lanes', async (t) => {
  const db = open(t, 1)
  db.exec('DELETE FROM message')
  t.is((await loadLaneSnapshots(db, '/file')).size, 0)
})

test('a table that cannot be read is reported with the file', async (t) => {
  const db = open(t, 1)
  db.exec(
    'DROP TABLE message; CREATE VIEW message AS SELECT queue, lane, sequence, foreign_id, correlation_id FROM (SELECT 7 AS queue, 0 AS lane, abs(-9223372036854775808) AS sequence, NULL AS foreign_id, NULL AS correlation_id)',
  )
  await t.throwsAsync(loadLaneSnapshots(db, '/file'), { name: 'MessageStoreError', message: /^\/file: / })
})

test('messages are added to the lanes of their queues, with the hashes of both ids', (t) => {
  const queues = new Map<number, LaneSnapshots>()
  const [foreignId, correlationId] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
  for (const row of [
    [7, 0, 1, null, null],
    [7, 4, 2, foreignId, null],
    [8, 0, 3, null, correlationId],
    [7, 0, 4, foreignId, correlationId],
  ] as const)
    addToLanes(queues, row)
  const [foreign, correlation] = [hashMessageId(foreignId), hashMessageId(correlationId)]
  t.deepEqual(
    queues,
    new Map([
      [
        7,
        new Map([
          [0, { sequences: [1, 4], foreignIds: [foreign, 4], correlationIds: [correlation, 4] }],
          [4, { sequences: [2], foreignIds: [foreign, 2], correlationIds: [] }],
        ]),
      ],
      [8, new Map([[0, { sequences: [3], foreignIds: [], correlationIds: [correlation, 3] }]])],
    ]),
  )
})
