import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Installation, QueueManagerMetrics } from '../../../../../src/mq/manager/index.ts'
import { CommitStatistics } from '../../../../../src/mq/manager/types/commit-statistics.ts'
import { openQueueManagerSampler, seriesFileName } from '../../../../../src/mq/parts/console/state/sampler.ts'
import { openLog, silentLog } from '../../../../../src/shared/lib/output/log.ts'

const clock = () => 1_000_000
const since = (tick: number, now: number) => ({ everyMs: 10_000, since: tick, tick: now })
const reading: QueueManagerMetrics = { connections: 4, channels: 1, queues: [], commits: new CommitStatistics() }

test('samples what runs at once, and a queue manager in trouble does not keep it from the others', (t) => {
  const logged: string[] = []
  const log = openLog({ write: (line) => logged.push(line) })
  const sampler = openQueueManagerSampler({
    installation: installed({
      BROKEN: () => {
        throw new Error('no reading today')
      },
      ENDED: () => undefined,
      QM1: () => reading,
    }),
    folder: folderFor(t),
    clock,
    log,
  })
  t.teardown(() => sampler.close())

  t.is(sampler.currentTick(), 100)
  t.like(sampler.find('QM1')?.manager(since(99, 100)), { first: 100, connections: [4], channels: [1] })
  t.is(sampler.find('ENDED'), undefined)
  t.is(logged.length, 1)
  t.regex(logged[0] ?? '', /no reading today/)
})

test('charts continue after a restart, with a gap for the time between', async (t) => {
  const folder = folderFor(t)
  const queue = {
    name: 'A',
    depth: 3,
    maxDepth: 5000,
    puts: 5,
    gets: 2,
    openInputCount: 0,
    isTransmissionQueue: false,
    oldestPutAt: () => 990_000,
  }
  const installation = installed({ QM1: () => ({ ...reading, queues: [queue] }) })
  const before = openQueueManagerSampler({ installation, folder, log: silentLog, clock })
  await before.close()

  const later = () => clock() + 30_000
  const after = openQueueManagerSampler({ installation, folder, log: silentLog, clock: later })
  const { depth, puts } = after.find('QM1')?.queue('A', since(99, 103)) ?? {}
  t.deepEqual(depth, [3, null, null, 3])
  t.is(puts?.at(-1)?.toFixed(3), (5 / 30).toFixed(3))
  t.deepEqual(after.find('QM1')?.manager(since(99, 103)).connections, [4, null, null, 4])
  await after.close()
})

for (const [title, bytes] of [
  ['is not one of ours', Buffer.from('not samples')],
  ['is empty', Buffer.alloc(0)],
] as const) {
  test(`charts begin anew when the file ${title}, and the next one is sound`, async (t) => {
    const folder = folderFor(t)
    writeFileSync(join(folder, seriesFileName), bytes)
    const logged: string[] = []
    const log = openLog({ write: (line) => logged.push(line) })
    const installation = installed({ QM1: () => reading })
    await openQueueManagerSampler({ installation, folder, log, clock }).close()
    t.regex(logged[0] ?? '', /charts start empty/)

    const again = openQueueManagerSampler({ installation, folder, log, clock })
    t.deepEqual(again.find('QM1')?.manager(since(99, 100)).connections, [4])
    t.is(logged.length, 1)
    await again.close()
  })
}

test('samples of the future do not keep out those of now', async (t) => {
  const folder = folderFor(t)
  const installation = installed({ QM1: () => reading })
  await openQueueManagerSampler({ installation, folder, log: silentLog, clock: () => 9_000_000 }).close()
  const again = openQueueManagerSampler({ installation, folder, log: silentLog, clock })
  t.deepEqual(again.find('QM1')?.manager(since(99, 100)).connections, [4])
  await again.close()
})

test('the file does not grow with the queues', async (t) => {
  const folder = folderFor(t)
  const queues = Array.from({ length: 1500 }, (_, place) => ({
    name: `Q.${place}`,
    depth: place + 1,
    maxDepth: 5000,
    puts: 0,
    gets: 0,
    openInputCount: 0,
    isTransmissionQueue: false,
    oldestPutAt: () => 0,
  }))
  const installation = installed({ QM1: () => ({ ...reading, queues }) })
  await openQueueManagerSampler({ installation, folder, log: silentLog, clock }).close()
  t.true(statSync(join(folder, seriesFileName)).size < 9_000_000)

  const again = openQueueManagerSampler({
    installation: installed({ QM1: () => reading }),
    folder,
    log: silentLog,
    clock,
  })
  t.deepEqual(again.find('QM1')?.queue('Q.799', since(99, 100)).depth, [800])
  t.deepEqual(again.find('QM1')?.queue('Q.1499', since(99, 100)).depth, [0])
  await again.close()
})

function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sampler-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

function installed(readings: Record<string, () => QueueManagerMetrics | undefined>): Installation {
  const managers = Object.entries(readings).map(([name, readMetrics]) => ({ name, readMetrics }))
  return { list: () => managers } as unknown as Installation
}
