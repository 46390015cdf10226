import { Readable } from 'node:stream'
import test from 'ava'
import { UpstreamRequest } from '../../../../../src/shared/http/client/exchange/upstream-request.ts'
import type { OutgoingRequest } from '../../../../../src/shared/http/client/index.ts'

function create(outgoing: Partial<OutgoingRequest> = {}) {
  const errors: unknown[] = []
  const handler = { onHead() {}, onData() {}, onEnd() {}, onError: (error: Error) => errors.push(error) }
  const request = new UpstreamRequest({ method: 'PUT', path: '/', headers: [], ...outgoing }, handler, 'host')
  const calls: string[] = []
  request.connection = {
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
    destroy: () => calls.push('destroy'),
  }
  return { request, errors, calls }
}

test('a new request is neither over nor paused', (t) => {
  t.like(create().request, { isOver: false, isPaused: false })
})

test('pause and resume are recorded and passed to the connection', (t) => {
  const { request, calls } = create()
  request.pause()
  t.true(request.isPaused)
  request.resume()
  t.false(request.isPaused)
  t.deepEqual(calls, ['pause', 'resume'])
})

test('an abort closes the connection once, and reports no error', (t) => {
  const body = new Readable({ read() {} })
  const { request, calls, errors } = create({ body })
  request.abort()
  request.abort()
  request.fail(new Error('later'))
  t.true(request.isOver)
  t.true(body.destroyed)
  t.deepEqual(calls, ['destroy'])
  t.deepEqual(errors, [])
})

test('a failure closes the connection and is reported once', (t) => {
  const { request, calls, errors } = create()
  const error = new Error('first')
  request.fail(error)
  request.fail(new Error('second'))
  t.deepEqual(errors, [error])
  t.deepEqual(calls, ['destroy'])
})

test('a finished request keeps its connection and destroys the rest of its body', async (t) => {
  const body = new Readable({ read() {} })
  const { request, calls, errors } = create({ body })
  request.finish()
  request.abort()
  await new Promise((resolve) => body.once('close', resolve))
  t.true(body.destroyed)
  t.deepEqual(calls, [])
  t.deepEqual(errors, [])
})

test('a body that was read to its end is no failure, and one that breaks is', async (t) => {
  const whole = Readable.from([Buffer.from('a')])
  const first = create({ body: whole })
  whole.resume()
  await new Promise((resolve) => whole.once('close', resolve))
  t.deepEqual(first.errors, [])
  t.false(first.request.isOver)

  const broken = new Readable({ read() {} })
  const second = create({ body: broken })
  const error = new Error('disk')
  broken.destroy(error)
  await new Promise((resolve) => broken.once('close', resolve))
  t.deepEqual(second.errors, [error])

  const aborted = new Readable({ read() {} })
  const third = create({ body: aborted })
  aborted.destroy()
  await new Promise((resolve) => aborted.once('close', resolve))
  t.like(third.errors, [{ code: 'BODY_BROKEN' }])
  t.deepEqual(third.calls, ['destroy'])
})
