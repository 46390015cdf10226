/** `kill -9` under load, again and again: the ledger of acknowledged puts and of handed out messages stays right. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Bench, diskBenchFor } from '../mq/manager/_support/manager.ts'

const rounds = 20
const client = join(import.meta.dirname, '../mq/manager/_support/client.ts')

test('no acknowledged put is lost over many kills, and none is there twice', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  for (let round = 0; round < rounds; round++) {
    await disk.bench.running.close()
    const acknowledged = await reportsOf(t, fork(client, [disk.file, 'put']), 100 + 37 * round)
    const there = await bodies(await disk.reopen())
    t.is(new Set(there).size, there.length)
    const lost = acknowledged.filter((body) => !there.includes(body))
    t.deepEqual(lost, [], `round ${round}`)
  }
})

async function reportsOf(t: ExecutionContext, child: ChildProcess, enough: number): Promise<string[]> {
  t.teardown(() => child.kill('SIGKILL'))
  const reports: string[] = []
  child.on('message', (report) => {
    reports.push(report as string)
    if (reports.length === enough) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return reports
}

async function bodies({ connection }: Bench): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const batch = await Promise.all(Array.from({ length: 100 }, () => connection.get('A')))
    for (const message of batch) if (message) found.push(message.body.toString())
    if (batch.includes(undefined)) return found
  }
}
