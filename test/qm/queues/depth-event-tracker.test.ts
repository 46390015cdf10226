import test from 'ava'

import { DepthEventTracker } from '../../../src/qm/queues/depth-event-tracker.ts'

const limits = { high: 4, low: 1, events: ['high', 'low'] as const }

test('the highest depth begins with the depth at the start', (t) => {
  const tracker = new DepthEventTracker(limits, 3, 1_000)
  t.deepEqual(tracker.counts(3_500), { seconds: 2, high: 3, puts: 0, gets: 0 })
  tracker.afterPut(5)
  tracker.afterGet(4)
  t.deepEqual(tracker.counts(4_000), { seconds: 3, high: 5, puts: 1, gets: 1 })
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
