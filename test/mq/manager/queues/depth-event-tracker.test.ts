import test from 'ava'
import { DepthEventTracker } from '../../../../src/mq/manager/queues/depth-event-tracker.ts'

const limits = { high: 4, low: 1, events: ['high', 'low'] as const }

/** Returns which events the tracker would report at depths that cause them. */
function enabledEvents(tracker: DepthEventTracker) {
  return [tracker.whenFull(), tracker.afterPut(limits.high), tracker.afterGet(limits.low)].filter(Boolean)
}

test('the highest depth begins with the depth at the start', (t) => {
  const tracker = new DepthEventTracker(limits, 3, 1_000)
  t.deepEqual(tracker.counts(3_500), { seconds: 2, high: 3, puts: 0, gets: 0 })
  tracker.afterPut(5)
  tracker.afterGet(4)
  tracker.afterPut(2)
  t.deepEqual(tracker.counts(4_000), { seconds: 3, high: 5, puts: 2, gets: 1 })
  tracker.resetCounts(2, 4_000)
  t.deepEqual(tracker.counts(4_999), { seconds: 0, high: 2, puts: 0, gets: 0 })
})

test('an event is enabled again by another one, and resets the counts', (t) => {
  const tracker = new DepthEventTracker(limits, 0, 0)
  t.is(tracker.afterPut(3), undefined)
  t.is(tracker.afterPut(4), 'high')
  tracker.recordEvent('high', 4, 2_000)
  t.deepEqual(tracker.counts(2_000), { seconds: 0, high: 4, puts: 0, gets: 0 })
  t.is(tracker.afterPut(5), undefined)
  t.is(tracker.afterGet(1), 'low')
})

for (const [event, enabled] of [
  ['full', ['low']],
  ['high', ['full', 'low']],
  ['low', ['full', 'high']],
] as const)
  test(`after the event ${event}, ${enabled.join(' and ')} can occur`, (t) => {
    const tracker = new DepthEventTracker({ ...limits, events: [] }, 0, 0)
    t.deepEqual(enabledEvents(tracker), [])
    tracker.recordEvent(event, 0, 0)
    t.deepEqual(enabledEvents(tracker), enabled)
  })

test('the depths that cause events are the limits themselves', (t) => {
  const tracker = new DepthEventTracker(limits, 0, 0)
  t.deepEqual(
    [3, 4, 5].map((depth) => tracker.afterPut(depth)),
    [undefined, 'high', 'high'],
  )
  t.deepEqual(
    [2, 1, 0].map((depth) => tracker.afterGet(depth)),
    [undefined, 'low', 'low'],
  )
})

test('changed depths apply at once, and only a change of the events enables them anew', (t) => {
  const tracker = new DepthEventTracker(limits, 0, 0)
  tracker.recordEvent('high', 4, 0)
  tracker.configure({ ...limits, low: 2 })
  t.deepEqual([tracker.afterPut(4), tracker.afterGet(2)], [undefined, 'low'])
  tracker.configure({ ...limits, events: ['high'] })
  t.deepEqual(enabledEvents(tracker), ['high'])
})
