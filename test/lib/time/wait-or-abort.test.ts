import test from 'ava'

import type { Timers } from '../../../src/lib/time/timers.ts'
import { waitOrAbort } from '../../../src/lib/time/wait-or-abort.ts'

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
