import test from 'ava'

import { finishInSlices, runInSlices } from '../../../src/ui/tasks/run-in-slices.ts'

function* count(to: number): Generator<void, number> {
  for (let step = 0; step < to; step++) yield
  return to
}

test('other work runs between the slices', async (t) => {
  let hasTicked = false
  function* work(): Generator<void, string> {
    while (!hasTicked) yield
    return 'ticked'
  }
  setImmediate(() => {
    hasTicked = true
  })
  t.is(await finishInSlices(work()), 'ticked')
})

test('work that is stopped returns no result', async (t) => {
  let result: number | undefined
  const stop = runInSlices(count(10), (value) => {
    result = value
  })
  stop()
  t.is(await finishInSlices(count(10)), 10)
  t.is(result, undefined)
})

test('an aborted signal ends the work with its reason', async (t) => {
  const ends = new AbortController()
  const work = finishInSlices(count(Number.POSITIVE_INFINITY), ends.signal)
  ends.abort(new Error('the page has changed'))
  await t.throwsAsync(work, { message: 'the page has changed' })
})
