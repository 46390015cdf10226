import test from 'ava'
import { ServiceTimer } from '../../../../src/mq/manager/queues/service-timer.ts'

const high = 'serviceIntervalHigh'
const ok = 'serviceIntervalOk'

/** A timer of 10 ms that records the events which it finds. */
function timerFor(event: typeof high | typeof ok, depth = 0) {
  const timer = new ServiceTimer({ milliseconds: 10, event }, depth, 0)
  const publish = (found: typeof high | typeof ok | undefined) => {
    if (found) timer.recordEvent(found)
    return found
  }
  return {
    put: (count: number, now: number) => publish(timer.afterPut(count, now)),
    get: (count: number, now: number) => publish(timer.afterGet(count, now)),
  }
}

test('a queue that is served too late is reported once, then when it is served in time again', (t) => {
  const { put, get } = timerFor(high)
  t.is(put(1, 100), undefined)
  t.is(put(2, 110), undefined)
  t.is(put(3, 111), high)
  t.is(put(4, 200), undefined)
  t.is(get(3, 201), undefined) // late, and reported already
  t.is(get(2, 205), ok)
  t.is(get(1, 206), undefined)
  t.is(get(0, 300), high)
})

test('an empty queue is not late', (t) => {
  const { put, get } = timerFor(high)
  put(1, 0)
  get(0, 5)
  t.is(put(1, 1000), undefined)
  t.is(get(0, 1005), undefined)
})

test('QSVCIEV(OK) begins with the event for service in time', (t) => {
  const { put, get } = timerFor(ok)
  t.is(put(1, 0), undefined)
  t.is(put(2, 50), undefined)
  t.is(get(1, 51), undefined)
  t.is(get(0, 55), ok)
})

test('messages that are on the queue when the timer begins count', (t) => {
  t.is(timerFor(high, 3).put(4, 11), high)
  t.is(timerFor(high, 3).get(2, 9), undefined)
})

test('one message that is on the queue when the timer begins is sufficient', (t) => {
  t.is(timerFor(high, 1).put(2, 11), high)
  t.is(timerFor(high, 0).put(1, 11), undefined)
})

test('the timer begins with the first put, whatever the depth is then', (t) => {
  const { put } = timerFor(high)
  t.is(put(2, 100), undefined)
  t.is(put(3, 111), high)
})

test('the timer begins again with a put to a queue that was emptied without a get', (t) => {
  const { put } = timerFor(high)
  put(1, 0)
  t.is(put(1, 5), undefined)
  t.is(put(2, 15), undefined)
  t.is(put(3, 16), high)
})
