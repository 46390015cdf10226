import test from 'ava'
import { TimeIndicator } from '../../../../src/mq/manager/monitoring/time-indicator.ts'
import { findMicrosecondsOnQueue, QueueActivity } from '../../../../src/mq/manager/queues/queue-activity.ts'
import { queuedMessage } from './queued-messages.ts'

/** The activity of a queue, with a clock that the test moves. */
function open() {
  const state = { now: 10_000 }
  return { activity: new QueueActivity(() => state.now), state }
}

const entry = queuedMessage(1, { descriptor: { ...queuedMessage(1).descriptor, putAt: 9_990 } })

test('puts and gets are counted, with the time of the last one', (t) => {
  const { activity, state } = open()
  activity.recordPut()
  activity.recordPut()
  state.now = 10_007
  activity.recordGet(entry)
  t.like(activity, { puts: 2, gets: 1, lastPutAt: 10_000, lastGetAt: 10_007 })
})

test('the time on the queue is measured in microseconds while the queue is monitored', (t) => {
  const { activity } = open()
  activity.recordGet(entry)
  activity.timeOnQueue = new TimeIndicator()
  t.is(activity.timeOnQueue.read(), undefined)
  activity.recordGet(entry)
  t.deepEqual(activity.timeOnQueue.read(), [10_000, 10_000])
  t.is(findMicrosecondsOnQueue(entry, 9_991), 1_000)
  t.is(findMicrosecondsOnQueue(entry, 9_980), 0, 'the clock of the other queue manager may be ahead')
})
