import test from 'ava'
import { maxSamples, QueueManagerSeries } from '../../../src/mqweb/console/series.ts'
import type { QueueManagerMetrics, QueueMetrics } from '../../../src/qm/index.ts'
import { CommitStatistics } from '../../../src/qm/types/commit-statistics.ts'

test('has no values before the first sample', (t) => {
  const series = new QueueManagerSeries()
  t.deepEqual(series.managerLines(97, 100), {
    first: 98,
    connections: [null, null, null],
    channels: [null, null, null],
  })

  series.addSample(99, 990_000, reading({ connections: 3, channels: 2 }))
  t.deepEqual(series.managerLines(97, 100), { first: 98, connections: [null, 3, null], channels: [null, 2, null] })
})

test('counts become rates, also over samples that were left out', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('A', { puts: 500, gets: 500 })] }))
  series.addSample(2, 20_000, reading({ queues: [queue('A', { puts: 550, gets: 500, depth: 50, oldestPut: 14_000 })] }))
  series.addSample(4, 40_000, reading({ queues: [queue('A', { puts: 550, gets: 540, depth: 10, oldestPut: 14_000 })] }))
  t.deepEqual(series.queue('A', 0, 4), {
    first: 1,
    depth: [0, 50, null, 10],
    puts: [0, 5, null, 0],
    gets: [0, 0, null, 2],
    age: [0, 6, null, 26],
  })
})

test('counts that went back began anew with the queue manager', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('A', { puts: 500, depth: 1 })] }))
  series.addSample(2, 20_000, reading({ queues: [queue('A', { puts: 20, depth: 1 })] }))
  t.deepEqual(series.queue('A', 0, 2).puts, [0, 2])
})

test('an idle queue is a line of zeros, a deleted one is removed', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('STILL', {}), queue('GONE', { depth: 7 })] }))
  series.addSample(2, 20_000, reading({ queues: [queue('STILL', {})] }))
  t.deepEqual(series.queue('STILL', 0, 2).depth, [0, 0])
  t.deepEqual(series.queue('GONE', 0, 2).depth, [0, 0])
})

test('keeps at most an hour, and adds no sample twice', (t) => {
  const series = new QueueManagerSeries()
  for (let tick = 1; tick <= 1_000; tick++) series.addSample(tick, tick * 10_000, reading({ connections: tick }))
  series.addSample(1_000, 0, reading({ connections: 7 }))
  const { first, connections } = series.managerLines(0, 1_000)
  t.is(first, 1_000 - maxSamples + 1)
  t.is(connections.length, maxSamples)
  t.deepEqual([connections[0], connections.at(-1)], [641, 1_000])
})

interface Some {
  depth?: number
  puts?: number
  gets?: number
  oldestPut?: number
}

function queue(name: string, { depth = 0, puts = 0, gets = 0, oldestPut }: Some): QueueMetrics {
  return { name, depth, maxDepth: 5000, puts, gets, oldestPutAt: () => oldestPut }
}

function reading({ connections = 0, channels = 0, queues = [] }: Partial<QueueManagerMetrics>): QueueManagerMetrics {
  return { connections, channels, queues, commits: new CommitStatistics() }
}
