import test from 'ava'
import { QueueStatistics } from '../../../../src/mq/manager/monitoring/counts.ts'
import { TimeIndicator } from '../../../../src/mq/manager/monitoring/time-indicator.ts'
import { findMicrosecondsOnQueue, QueueActivity } from '../../../../src/mq/manager/queues/queue-activity.ts'
import { type QueueEvent, readQueueSettings } from '../../../../src/mq/manager/queues/queue-settings.ts'
import type { ObjectRecord } from '../../../../src/mq/manager/types/services.ts'
import { queuedMessage } from './queued-messages.ts'

const settingsFor = (attributes: ObjectRecord['attributes'] = {}) =>
  readQueueSettings({ kind: 'queue', name: 'A', type: 'QLOCAL', attributes, created: 1, altered: 1 })

/** The activity of a queue, with a clock that the test moves. */
function open(attributes: ObjectRecord['attributes'] = {}, depth = 0) {
  const state = { now: 10_000, publishes: true, events: [] as QueueEvent[] }
  const removals = { expired: 0, purged: 0 }
  const activity = new QueueActivity(settingsFor(attributes), depth, {
    clock: () => state.now,
    removals,
    publish: (event) => {
      if (state.publishes) state.events.push(event)
      return state.publishes
    },
  })
  return { activity, state, removals, events: () => state.events.splice(0) }
}

const entry = queuedMessage(1, { descriptor: { ...queuedMessage(1).descriptor, putAt: 9_990 } })

test('puts and gets are counted, with the time of the last one', (t) => {
  const { activity, state } = open()
  activity.recordPut(entry, 1)
  activity.recordPut(entry, 2)
  state.now = 10_007
  activity.recordGet(entry, 1)
  t.like(activity, { puts: 2, gets: 1, lastPutAt: 10_000, lastGetAt: 10_007 })
})

test('statistics count what happens, and the depths', (t) => {
  const { activity, removals } = open({}, 5)
  activity.recordFailedPut()
  activity.recordNotQueued()
  activity.recordExpired()
  activity.recordPurged(3)
  activity.recordGet(entry, 4)
  t.deepEqual(removals, { expired: 1, purged: 3 }, 'the removals of all queues count without statistics')

  const statistics = new QueueStatistics(5)
  activity.statistics = statistics
  activity.recordPut(entry, 6)
  activity.recordFailedPut()
  activity.recordFailedPut()
  activity.recordNotQueued()
  activity.recordExpired()
  activity.recordPurged(3)
  activity.recordGet(entry, 5)
  activity.recordRemoval(2)
  t.deepEqual(removals, { expired: 2, purged: 6 })
  t.like(statistics, { expired: 1, purged: 3, notQueued: 1, minDepth: 2, maxDepth: 6 })
  t.is(statistics.puts.failures, 2)
  t.deepEqual(
    [statistics.puts.messages, statistics.gets.messages],
    [
      [1, 0],
      [1, 0],
    ],
  )
})

test('the time on the queue is measured in microseconds, with or without statistics', (t) => {
  const { activity } = open()
  activity.timeOnQueue = new TimeIndicator()
  activity.recordGet(entry, 0)
  t.deepEqual(activity.timeOnQueue.read(), [10_000, 10_000])
  t.is(findMicrosecondsOnQueue(entry, 9_991), 1_000)
  t.is(findMicrosecondsOnQueue(entry, 9_980), 0, 'the clock of the other queue manager may be ahead')
})

test('an event that was published resets the counts, and one that was not occurs again', (t) => {
  const { activity, state, events } = open({ MAXDEPTH: 10, QDEPTHHI: 20, QDPHIEV: 'ENABLED' })
  state.publishes = false
  activity.recordPut(entry, 1)
  activity.recordPut(entry, 2)
  t.like(activity.countsSinceEvent(), { puts: 2, high: 2 })
  state.publishes = true
  state.now += 3_000
  t.is(activity.countsSinceEvent().seconds, 3)
  activity.recordPut(entry, 3)
  activity.recordPut(entry, 4)
  t.deepEqual(events(), ['high'])
  t.deepEqual(activity.countsSinceEvent(), { seconds: 0, high: 4, puts: 1, gets: 0 })
  activity.recordRemoval(2)
  t.deepEqual(events(), ['low'], 'the event high enables the event low')
  activity.recordFull(2)
  activity.recordFull(2)
  t.deepEqual(events(), ['full'])
})

test('a service interval event resets the counts and enables the other one', (t) => {
  const { activity, state, events } = open({ QSVCIEV: 'HIGH', QSVCINT: 50, QDPMAXEV: 'ENABLED' })
  activity.recordPut(entry, 1)
  state.now += 51
  activity.recordPut(entry, 2)
  t.deepEqual(events(), ['serviceIntervalHigh'])
  t.deepEqual(activity.countsSinceEvent(), { seconds: 0, high: 2, puts: 0, gets: 0 })
  activity.recordGet(entry, 1)
  t.deepEqual(events(), [])
  activity.recordGet(entry, 0)
  t.deepEqual(events(), ['serviceIntervalOk'])
  activity.recordFull(0)
  t.deepEqual(events(), ['full'], 'depth events stay enabled')
})

for (const [title, changed, event] of [
  ['keeps its time when other attributes change', { QSVCIEV: 'HIGH', QSVCINT: 50, PUT: 'DISABLED' }, 1],
  ['begins anew when the interval changes', { QSVCIEV: 'HIGH', QSVCINT: 49 }, 0],
  ['begins anew when the event changes', { QSVCIEV: 'OK', QSVCINT: 50 }, 0],
  ['ends with QSVCIEV(NONE)', { QSVCIEV: 'NONE', QSVCINT: 50 }, 0],
] as const)
  test(`the service timer ${title}`, (t) => {
    const { activity, state, events } = open({ QSVCIEV: 'HIGH', QSVCINT: 50 })
    activity.recordPut(entry, 1)
    state.now += 30
    activity.configure(settingsFor(changed), 1)
    state.now += 30
    activity.recordPut(entry, 2)
    t.is(events().length, event)
  })

test('a changed depth limit applies to the next put', (t) => {
  const { activity, events } = open({ MAXDEPTH: 10, QDPHIEV: 'ENABLED' })
  activity.configure(settingsFor({ MAXDEPTH: 10, QDEPTHHI: 10, QDPHIEV: 'ENABLED' }), 0)
  activity.recordPut(entry, 1)
  t.deepEqual(events(), ['high'])
})
