import test from 'ava'
import { finishInSlices, runInSlices } from '../../../../../src/mq/parts/console/kit/api/run-in-slices.ts'

function* count(to: number): Generator<void, number> {
  for (let step = 0; step < to; step++) yield
  return to
}

test.serial('other work runs between the slices', async (t) => {
  const { MessageChannel } = globalThis
  t.teardown(() => Object.assign(globalThis, { MessageChannel }))
  Object.assign(globalThis, { MessageChannel: BrowserMessageChannel })
  let hasTicked = false
  function* work(): Generator<void, string> {
    setImmediate(() => {
      hasTicked = true
    })
    while (!hasTicked) yield
    return 'ticked'
  }
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

/** A channel with a task for each message, as in browsers. Node receives up to a thousand of them in one turn of its event loop. */
class BrowserMessageChannel {
  readonly port1 = { onmessage() {}, close() {} }
  readonly port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage()) }
}
