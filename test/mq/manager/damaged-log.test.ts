/** A bit that flips in the write-ahead log after `kill -9` is reported, and no acknowledged message is lost in silence. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openSqliteStore } from '../../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { created, diskBenchFor } from './_support/manager.ts'

test('a flipped bit in the log keeps the store from opening, with the name of the file and the frame', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  await disk.bench.running.close()

  const child = fork(join(import.meta.dirname, '_support', 'client.ts'), [disk.file, 'put'])
  t.teardown(() => child.kill('SIGKILL'))
  let acknowledged = 0
  child.on('message', () => {
    if (++acknowledged === 100) child.kill('SIGKILL')
  })
  await once(child, 'close')

  const log = `${disk.file}-wal`
  const sound = readFileSync(log)
  const { size } = statSync(disk.file)

  for (const share of [0.1, 0.3, 0.5, 0.7]) {
    const bytes = Buffer.from(sound)
    const place = Math.trunc(bytes.length * share)
    bytes[place] = (bytes[place] as number) ^ 16
    writeFileSync(log, bytes)
    const error = await t.throwsAsync(openSqliteStore(disk.file, { created }), { name: 'MessageStoreError' })
    t.regex(error.message, /messages\.db-wal: frame \d+ of the log is damaged/)
    t.is((error as { kind?: string }).kind, 'damaged')
    t.deepEqual(readFileSync(log), bytes, 'the log is left as it is')
    t.is(statSync(disk.file).size, size)
  }
  writeFileSync(log, sound)
  const { running } = await disk.reopen()
  t.true((running.queues.find('A')?.depth ?? 0) >= acknowledged)
})
