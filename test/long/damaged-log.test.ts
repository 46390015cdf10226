/** 400 acknowledged puts, `kill -9`, one flipped bit in the log, at a hundred places: each is reported or costs nothing. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openSqliteStore } from '../../src/mq/manager/store/sqlite/sqlite-store.ts'
import { created, diskBenchFor } from '../mq/manager/_support/manager.ts'

const puts = 400
const places = 100
/** The client puts in four lanes, so a transaction holds at most four messages. */
const largestTransaction = 4

test('a flipped bit in the log is reported, or costs the last transaction at the most', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  await disk.bench.running.close()
  const child = fork(join(import.meta.dirname, '../mq/manager/_support/client.ts'), [disk.file, 'put'])
  t.teardown(() => child.kill('SIGKILL'))
  let acknowledged = 0
  child.on('message', () => {
    if (++acknowledged === puts) child.kill('SIGKILL')
  })
  await once(child, 'close')
  copyFileSync(disk.file, `${disk.file}.kept`)
  const log = readFileSync(`${disk.file}-wal`)

  let reported = 0
  for (let number = 0; number < places; number++) {
    const bytes = Buffer.from(log)
    const place = Math.trunc(((number + 0.5) / places) * bytes.length)
    bytes[place] = (bytes[place] as number) ^ (1 << (number % 8))
    copyFileSync(`${disk.file}.kept`, disk.file)
    writeFileSync(`${disk.file}-wal`, bytes)
    try {
      const store = await openSqliteStore(disk.file, { created })
      let there = 0
      for (const lanes of store.messages.takeLaneSnapshots().values()) {
        for (const { sequences } of lanes.values()) there += sequences.length
      }
      await store.close()
      t.true(there >= acknowledged - largestTransaction, `byte ${place}: ${there} of ${acknowledged} are there`)
    } catch (error) {
      reported++
      t.regex((error as Error).message, /messages\.db/)
    }
  }
  t.log(`${reported} of ${places} were reported`)
  t.true(reported > 0)
})
