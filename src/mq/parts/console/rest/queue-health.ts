/** Finds the queues of a queue manager that need attention. Pure. */
import type { QueueMetrics } from '../../../manager/index.ts'
import type { QueueFindings, QueueHealth } from '../contract/managers.ts'
import { sampleIntervalMs } from '../state/sample-tiers.ts'
import type { QueueManagerSeries } from '../state/series.ts'

const maxListed = 5
const maxUnread = 20
/** A message that waits for less time may be on its way to a reader that opens the queue for each get. */
const unreadSeconds = 60
/** The trend covers this many samples: ten minutes. */
const trendSamples = 60
/** A queue must have grown in this time as well: two minutes. After a burst it does not go on filling. */
const recentSamples = 12
/** A queue that is full later than this is not listed. */
const horizonMinutes = 120
/** A queue above this part of its maximum depth is listed whatever its trend. */
const almostFull = 0.8

export function findQueueHealth(
  queues: readonly QueueMetrics[],
  series: QueueManagerSeries | undefined,
  tick: number,
  now: number,
): QueueFindings {
  const held = queues.filter(({ depth }) => depth > 0).map((queue) => describe(queue, series, tick, now))
  const byAge = held.filter(({ age }) => age !== undefined)
  const filling = held.filter(({ minutesToFull }) => minutesToFull !== undefined)
  return {
    queues: queues.length,
    messages: held.reduce((sum, { depth }) => sum + depth, 0),
    deepest: held.toSorted((a, b) => b.depth - a.depth).slice(0, maxListed),
    oldest: byAge.toSorted((a, b) => (b.age ?? 0) - (a.age ?? 0)).slice(0, maxListed),
    filling: filling.toSorted((a, b) => (a.minutesToFull ?? 0) - (b.minutesToFull ?? 0)).slice(0, maxListed),
    unread: queues
      .filter((queue) => isUnread(queue, series, tick, now))
      .map((queue) => describe(queue, series, tick, now))
      .slice(0, maxUnread),
  }
}

/** Returns whether messages wait that no application takes. Those of transmission queues wait for their channel. */
function isUnread(
  queue: QueueMetrics,
  series: Pick<QueueManagerSeries, 'queue'> | undefined,
  tick: number,
  now: number,
): boolean {
  if (queue.depth === 0 || queue.openInputCount > 0 || queue.isTransmissionQueue) return false
  if (now - (queue.oldestPutAt() ?? now) < unreadSeconds * 1000) return false
  const samples = series?.queue(queue.name, { everyMs: sampleIntervalMs, since: tick - trendSamples, tick })
  return !samples?.gets.some((rate) => rate !== null && rate > 0)
}

function describe(queue: QueueMetrics, series: QueueManagerSeries | undefined, tick: number, now: number): QueueHealth {
  const { name, depth, maxDepth } = queue
  const oldest = queue.oldestPutAt()
  const minutesToFull = estimateMinutesToFull(depth, maxDepth, {
    before: series?.depthAt(name, tick - trendSamples),
    recently: series?.depthAt(name, tick - recentSamples),
  })
  return {
    name,
    depth,
    maxDepth,
    age: oldest === undefined ? undefined : Math.max(0, Math.round((now - oldest) / 1000)),
    minutesToFull,
  }
}

/** The depths of a queue ten and two minutes ago; undefined when they are not known. */
export type EarlierDepths = { before: number | undefined; recently: number | undefined }

/** Returns the minutes until a queue is full at its lower rate; undefined when it is not almost full nor filling. */
export function estimateMinutesToFull(
  depth: number,
  maxDepth: number,
  { before = depth, recently = before }: EarlierDepths,
): number | undefined {
  if (depth >= maxDepth) return 0
  const grownPerMinute = Math.min(
    growthPerMinute(depth - before, trendSamples),
    growthPerMinute(depth - recently, recentSamples),
  )
  const minutes = grownPerMinute > 0 ? Math.ceil((maxDepth - depth) / grownPerMinute) : Number.POSITIVE_INFINITY
  if (minutes <= horizonMinutes) return minutes
  return depth >= maxDepth * almostFull ? Math.min(minutes, 9_999) : undefined
}

function growthPerMinute(grown: number, samples: number): number {
  return (grown * 60_000) / (samples * sampleIntervalMs)
}
