/** Bits that flip on the disk while nobody looks: each is told, and none is handed out. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type ExecutionContext } from 'ava'
import { minFileBodyBytes } from '../../../src/mq/manager/persistence/message-bodies.ts'
import { openSqliteStore } from '../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { type Bench, created, diskBenchFor, refuses, text } from './_support/manager.ts'

const persistence = 'persistent'
const flipBody = "UPDATE message SET body = CAST('Second' AS BLOB) WHERE body = CAST('second' AS BLOB)"
const flipHead = `UPDATE message SET descriptor = replace(descriptor, '"priority":0', '"priority":1')
  WHERE body = CAST('second' AS BLOB)`

const calls: readonly (readonly [title: string, call: (bench: Bench) => Promise<unknown>])[] = [
  ['get', ({ connection }) => connection.get('A')],
  ['browse', ({ connection }) => connection.browse('A')],
  ['getter of text only', ({ connection }) => connection.get('A', { accepts: (each) => each.format === 'MQSTR' })],
]

for (const [part, statement] of [
  ['body', flipBody],
  ['descriptor', flipHead],
] as const) {
  for (const [title, call] of calls) {
    test(`a flipped bit in a ${part} is reported to a ${title}, and the next message is delivered`, async (t) => {
      const { file, bench } = await damaged(t, statement)
      t.is((await bench.connection.get('A'))?.body.toString(), 'first')
      const error = await refuses(t, call(bench), 2101)
      t.regex(error.message, /message 414d5120\w{40} of A is damaged/)
      t.true(error.message.includes(file))

      t.is((await bench.connection.get('A'))?.body.toString(), 'third')
      t.is(await bench.connection.get('A'), undefined)
      t.like(bench.running.queues.find('A'), { depth: 0, damagedCount: 1 })
      t.is((await bench.connection.command('DELETE QLOCAL(A)')).responses[0]?.reasonCode, 2055)
      await bench.running.queues.find('A')?.clear()
      t.like(bench.running.queues.find('A'), { depth: 0, damagedCount: 0 })
    })
  }
}

test('a damaged message is reported again after a restart', async (t) => {
  const { bench, reopen } = await damaged(t, flipBody)
  await bench.connection.get('A')
  await refuses(t, bench.connection.get('A'), 2101)
  const again = await reopen()
  await refuses(t, again.connection.get('A'), 2101)
  t.is((await again.connection.get('A'))?.body.toString(), 'third')
})

test('a flipped bit in the file of a big body is reported', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  await disk.bench.connection.put({ queue: 'A' }, text('x'.repeat(minFileBodyBytes), { persistence }))
  const folder = join(dirname(disk.file), 'bodies')
  const body = join(folder, readdirSync(folder)[0] as string)
  const bytes = readFileSync(body)
  bytes[1000] = 0x79
  writeFileSync(body, bytes)

  const error = await refuses(t, disk.bench.connection.get('A'), 2101)
  t.true(error.message.includes(body))
})

test('a flipped bit in an object is reported by its name at the start', async (t) => {
  const { file, bench } = await diskBenchFor(t)
  await bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 10 })
  await bench.running.close()
  change(file, `UPDATE object SET attributes = replace(attributes, '"MAXDEPTH":10', '"MAXDEPTH":11') WHERE name = 'A'`)

  const store = await openSqliteStore(file, { created })
  t.teardown(() => store.close())
  t.throws(() => store.objects(), { name: 'MessageStoreError', message: `${file}: the queue A is not what was saved` })
})

test('a file without checksums is read on, and gets them from then on', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  await disk.bench.connection.put({ queue: 'A' }, text('before', { persistence }))
  await disk.bench.running.close()
  change(
    disk.file,
    `ALTER TABLE message DROP COLUMN checksum; ALTER TABLE message DROP COLUMN body_checksum;
     ALTER TABLE object DROP COLUMN checksum; DROP TABLE parked; PRAGMA user_version = 1`,
  )
  const { connection } = await disk.reopen()
  await connection.put({ queue: 'A' }, text('second', { persistence }))
  await disk.bench.running.close()
  change(disk.file, flipBody)

  const again = await disk.reopen()
  t.is((await again.connection.get('A'))?.body.toString(), 'before')
  await refuses(t, again.connection.get('A'), 2101)
})

/** Three messages on queue A, of which the second is changed behind the queue manager's back. */
async function damaged(t: ExecutionContext, statement: string) {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  for (const body of ['first', 'second', 'third']) {
    await disk.bench.connection.put({ queue: 'A' }, text(body, { persistence }))
  }
  await disk.bench.running.close()
  change(disk.file, statement)
  return { file: disk.file, bench: await disk.reopen(), reopen: () => disk.reopen() }
}

function change(file: string, statement: string): void {
  const db = new DatabaseSync(file)
  db.exec(statement)
  db.close()
}
