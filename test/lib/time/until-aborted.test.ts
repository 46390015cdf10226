import { getEventListeners } from 'node:events'

import test from 'ava'

import { waitUntilAborted } from '../../../src/lib/time/until-aborted.ts'

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
