import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test from 'ava'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openStateDatabase } from '../../../../src/shared/storage/sqlite/database.ts'
import { openWriteQueue } from '../../../../src/shared/storage/sqlite/write-queue.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-writer-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const row = (key: string) => ({ kind: 'kind', key, value: '1', expiresAt: null, family: null, now: 1000 })

async function newFile(name: string): Promise<string> {
  const file = join(folder, name, 'state.db')
  const database = await openStateDatabase(file)
  database.close()
  return file
}

test('waits for another process without blocking this thread', async (t) => {
  const file = await newFile('waits')
  const other = new DatabaseSync(file)
  const writer = openWriteQueue(file)
  t.teardown(() => writer.close())
  await writer.write('create', row('a'))

  other.exec('BEGIN IMMEDIATE')
  const write = writer.write('create', row('b'))
  t.is(await Promise.race([write, turns(50)]), 'turns go by')
  other.exec('COMMIT')
  other.close()
  t.true(await write)
})

test('completes waiting writes before it closes', async (t) => {
  const file = await newFile('closes')
  const writer = openWriteQueue(file)
  const writes = Array.from({ length: 2000 }, (_, n) => writer.write('create', row(`key ${n}`)))
  await writer.close()
  t.is((await Promise.all(writes)).filter(Boolean).length, 2000)
  await t.throwsAsync(writer.write('create', row('late')), { instanceOf: StateStoreError, message: /is closed/ })
})

test('a second close waits for the first', async (t) => {
  const writer = openWriteQueue(await newFile('closes-twice'))
  const writes = Array.from({ length: 2000 }, (_, n) => writer.write('create', row(`key ${n}`)))
  const ended: string[] = []
  const first = writer.close().then(() => ended.push('first'))
  await writer.close().then(() => ended.push('second'))
  await first
  t.deepEqual(ended, ['first', 'second'])
  t.is((await Promise.all(writes)).length, 2000)
})

test('rejects writes above the waiting limit', async (t) => {
  const file = await newFile('many')
  const writer = openWriteQueue(file)
  const writes = Array.from({ length: 20_001 }, () => writer.write('consume', { kind: 'kind', key: 'a', now: 1 }))
  const settled = await Promise.allSettled(writes)
  await writer.close()
  t.deepEqual(
    settled.flatMap((each, n) => (each.status === 'rejected' ? [[n, each.reason.code]] : [])),
    [[20_000, 'busy']],
  )
})

test('reports why it cannot write, and tries again with the next write', async (t) => {
  const file = join(folder, 'missing', 'state.db')
  const writer = openWriteQueue(file)
  t.teardown(() => writer.close())
  await t.throwsAsync(writer.write('create', row('a')), {
    instanceOf: StateStoreError,
    message: `state file ${file}: the writer thread ended: unable to open database file`,
  })

  mkdirSync(join(folder, 'missing'))
  await newFile('missing')
  t.true(await writer.write('create', row('a')))
})

test('closes when the writer thread has ended', async (t) => {
  const writer = openWriteQueue(join(folder, 'never', 'state.db'))
  await t.throwsAsync(writer.write('create', row('a')), { instanceOf: StateStoreError })
  await writer.close()
  await t.throwsAsync(writer.write('create', row('a')), { message: /is closed/ })
})

/** Lets that many turns of the event loop go by. */
function turns(left: number): Promise<string> {
  return new Promise((resolve) => {
    const turn = () => (left-- > 0 ? setImmediate(turn) : resolve('turns go by'))
    turn()
  })
}
