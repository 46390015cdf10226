import { getEventListeners } from 'node:events'
import test from 'ava'
import type { Timers } from '../../../../src/shared/lib/time/timers.ts'
import { waitOrAbort, waitUntilAborted } from '../../../../src/shared/lib/time/wait-or-abort.ts'

/** Timers that fire on request, and the number of those that are armed. */
function manualTimers() {
  const armed = new Set<() => void>()
  const timers: Timers = {
    after(_, work) {
      armed.add(work)
      return () => void armed.delete(work)
    },
  }
  return { timers, armed }
}

test('resolves after the time', async (t) => {
  const { timers, armed } = manualTimers()
  const waiting = waitOrAbort(1000, new AbortController().signal, timers)
  for (const work of armed) work()
  await waiting
  t.is(armed.size, 0)
})

test('resolves when the signal is aborted, and cancels the timer', async (t) => {
  const { timers, armed } = manualTimers()
  const stop = new AbortController()
  const waiting = waitOrAbort(1000, stop.signal, timers)
  t.is(armed.size, 1)
  stop.abort()
  await waiting
  t.is(armed.size, 0)
})

test('starts no timer when the signal is aborted already', async (t) => {
  const { timers, armed } = manualTimers()
  await waitOrAbort(1000, AbortSignal.abort(), timers)
  t.is(armed.size, 0)
})

test('settles as the promise does, and leaves no listener on the signal', async (t) => {
  const { signal } = new AbortController()
  t.is(await waitUntilAborted(signal, Promise.resolve(1)), 1)
  await t.throwsAsync(waitUntilAborted(signal, Promise.reject(new Error('no'))), { message: 'no' })
  await new Promise(setImmediate)
  t.deepEqual(getEventListeners(signal, 'abort'), [])
})

test('rejects with the reason once it is aborted', async (t) => {
  const controller = new AbortController()
  const waiting = waitUntilAborted(controller.signal, new Promise(() => {}))
  controller.abort(new RangeError('enough'))
  await t.throwsAsync(waiting, { instanceOf: RangeError })
  await t.throwsAsync(waitUntilAborted(controller.signal, Promise.resolve(1)), { instanceOf: RangeError })
})
