import test from 'ava'
import type { QueueManagerMetrics, QueueMetrics } from '../../../../../src/mq/manager/index.ts'
import { CommitStatistics } from '../../../../../src/mq/manager/types/commit-statistics.ts'
import { historySteps } from '../../../../../src/mq/parts/console/contract/history-steps.ts'
import { QueueManagerSeries } from '../../../../../src/mq/parts/console/state/series.ts'

const [tenSeconds, minute, halfHour] = historySteps
/** Every queue may have history beyond an hour. */
const room = 10
const hour = (since: number, tick: number) => ({ everyMs: tenSeconds.everyMs, since, tick })

test('has no values before the first sample', (t) => {
  const series = new QueueManagerSeries()
  t.like(series.manager(hour(97, 100)), { first: 98, connections: [null, null, null], channels: [null, null, null] })

  series.addSample(99, 990_000, reading({ connections: 3, channels: 2 }), room)
  t.like(series.manager(hour(97, 100)), { first: 98, connections: [null, 3, null], channels: [null, 2, null] })
})

test('counts become rates, also over samples that were left out', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('A', { puts: 500, gets: 500 })] }), room)
  series.addSample(
    2,
    20_000,
    reading({ queues: [queue('A', { puts: 550, gets: 500, depth: 50, oldestPut: 14_000 })] }),
    room,
  )
  series.addSample(
    4,
    40_000,
    reading({ queues: [queue('A', { puts: 550, gets: 540, depth: 10, oldestPut: 14_000 })] }),
    room,
  )
  t.deepEqual(series.queue('A', hour(0, 4)), {
    everyMs: 10_000,
    last: 4,
    first: 1,
    depth: [0, 50, null, 10],
    puts: [0, 5, null, 0],
    gets: [0, 0, null, 2],
    age: [0, 6, null, 26],
  })
})

test('counts that went back began anew with the queue manager', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('A', { puts: 500, depth: 1 })] }), room)
  series.addSample(2, 20_000, reading({ queues: [queue('A', { puts: 20, depth: 1 })] }), room)
  t.deepEqual(series.queue('A', hour(0, 2)).puts, [0, 2])
})

test('an idle queue is a line of zeros, a deleted one is removed', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('STILL', {}), queue('GONE', { depth: 7 })] }), room)
  series.addSample(2, 20_000, reading({ queues: [queue('STILL', {})] }), room)
  t.deepEqual(series.queue('STILL', hour(0, 2)).depth, [0, 0])
  t.deepEqual(series.queue('GONE', hour(0, 2)).depth, [0, 0])
})

test('keeps at most an hour, and adds no sample twice', (t) => {
  const series = new QueueManagerSeries()
  for (let tick = 1; tick <= 1_000; tick++) series.addSample(tick, tick * 10_000, reading({ connections: tick }), room)
  series.addSample(1_000, 0, reading({ connections: 7 }), room)
  const { first, connections } = series.manager(hour(0, 1_000))
  t.is(first, 1_000 - 360 + 1)
  t.is(connections.length, 360)
  t.deepEqual([connections[0], connections.at(-1)], [641, 1_000])
})

test('keeps minutes for a day and half hours for a month: the highest depth and the mean rate', (t) => {
  const series = new QueueManagerSeries()
  // From the second half hour on, ten messages per second come in; the depth has one peak in its first minute.
  for (let tick = 0; tick < 540; tick++) {
    const puts = tick < 180 ? 0 : (tick - 179) * 100
    const depth = tick === 183 ? 70_001 : 5
    series.addSample(tick, tick * 10_000, reading({ queues: [queue('A', { puts, depth })] }), room)
  }
  const minutes = series.queue('A', { everyMs: minute.everyMs, since: 27, tick: 539 })
  t.is(minutes.first, 28)
  t.deepEqual(minutes.depth.slice(0, 4), [5, 5, 70_001, 5])
  t.deepEqual(minutes.puts.slice(0, 3), [0, 0, 10])
  const halfHours = series.queue('A', { everyMs: halfHour.everyMs, since: -1, tick: 539 })
  t.deepEqual(
    [halfHours.depth, halfHours.puts],
    [
      [5, 70_001, 5],
      [0, 10, 10],
    ],
  )
})

test('a sample of a coarse step that is not over has the mean so far', (t) => {
  const series = new QueueManagerSeries()
  for (const [tick, puts] of [
    [600, 0],
    [601, 100],
    [602, 300],
  ] as const)
    series.addSample(tick, tick * 10_000, reading({ queues: [queue('A', { puts, depth: 1 })] }), room)
  t.deepEqual(series.queue('A', { everyMs: minute.everyMs, since: 99, tick: 602 }).puts, [10])
})

test('the queues for which there is no room have the last hour only', (t) => {
  const series = new QueueManagerSeries()
  const queues = [queue('A', { depth: 1 }), queue('B', { depth: 2 }), queue('IDLE', {})]
  series.addSample(1, 10_000, reading({ queues }), 1)
  const day = { everyMs: minute.everyMs, since: -1, tick: 1 }
  t.deepEqual(
    ['A', 'B', 'IDLE'].map((name) => series.queue(name, day).depth),
    [[1], [null], [0]],
  )
  t.deepEqual(series.queue('B', hour(0, 1)).depth, [2])
  t.is(series.longTracks, 1)
})

test('the arrays of 5,000 queues with traffic have less than 45 MiB', (t) => {
  const series = new QueueManagerSeries()
  const before = process.memoryUsage().arrayBuffers
  for (let tick = 1; tick < 3; tick++) {
    const queues = Array.from({ length: 5_000 }, (_, place) => queue(`Q.${place}`, { puts: tick, depth: place }))
    series.addSample(tick, tick * 10_000, reading({ queues }), 800 - series.longTracks)
  }
  t.true(process.memoryUsage().arrayBuffers - before < 45 * 1024 * 1024)
  t.is(series.longTracks, 800)
})

test('rates are those of the last sample, of queues with traffic', (t) => {
  const series = new QueueManagerSeries()
  series.addSample(1, 10_000, reading({ queues: [queue('A', { depth: 1 }), queue('B', { depth: 1 })] }), room)
  series.addSample(
    2,
    20_000,
    reading({ queues: [queue('A', { puts: 20, gets: 5, depth: 1 }), queue('B', { depth: 1 })] }),
    room,
  )
  t.deepEqual([...series.rates()], [{ name: 'A', puts: 2, gets: 0.5 }])
})

interface Some {
  depth?: number
  puts?: number
  gets?: number
  oldestPut?: number
}

function queue(name: string, { depth = 0, puts = 0, gets = 0, oldestPut }: Some): QueueMetrics {
  return {
    name,
    depth,
    maxDepth: 5000,
    puts,
    gets,
    openInputCount: 0,
    isTransmissionQueue: false,
    oldestPutAt: () => oldestPut,
  }
}

function reading({ connections = 0, channels = 0, queues = [] }: Partial<QueueManagerMetrics>): QueueManagerMetrics {
  return { connections, channels, queues, commits: new CommitStatistics() }
}
