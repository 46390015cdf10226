import { mock } from 'node:test'
import test from 'ava'
import { fetchWholeResponse } from '../../../../../src/shared/http/client/exchange/fetch-whole-response.ts'
import type { ResponseHandler } from '../../../../../src/shared/http/client/exchange/types.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach.always(() => mock.timers.reset())

const head = { status: 200, headers: ['A', 'b'], contentLength: Number.NaN }

/** A request of which 5 bytes are accepted within 2 s, and the handler of its response. */
function send() {
  let handler: ResponseHandler | undefined
  const state = { aborts: 0 }
  const pool = {
    send(_: unknown, given: ResponseHandler) {
      handler = given
      return { isPaused: false, pause() {}, resume() {}, abort: () => state.aborts++ }
    },
    close: async () => {},
  }
  const request = { method: 'GET', path: '/', headers: [] }
  const response = fetchWholeResponse(pool, request, { timeoutMs: 2_000, maxBodyBytes: 5 })
  return { response, state, handler: handler as unknown as ResponseHandler }
}

test.serial('a body of the maximum length is returned whole with its head', async (t) => {
  const { response, state, handler } = send()
  handler.onHead(head)
  handler.onData(Buffer.from('hel'))
  mock.timers.tick(1_999)
  handler.onData(Buffer.from('lo'))
  handler.onEnd()
  t.deepEqual(await response, { ...head, body: Buffer.from('hello') })
  t.is(state.aborts, 0)
})

test.serial('a longer body ends the request', async (t) => {
  const { response, state, handler } = send()
  handler.onHead(head)
  handler.onData(Buffer.from('hello'))
  t.is(state.aborts, 0)
  handler.onData(Buffer.from('!'))
  t.is(state.aborts, 1)
  await t.throwsAsync(response, { message: 'the response is longer than 5 bytes' })
})

test.serial('a response that is incomplete after the timeout ends the request', async (t) => {
  const { response, state, handler } = send()
  handler.onHead(head)
  mock.timers.tick(2_000)
  t.is(state.aborts, 1)
  await t.throwsAsync(response, { message: 'there was no complete response in 2 s' })
})

test.serial('an error of the connection is passed on, and ends the timeout', async (t) => {
  const { response, state, handler } = send()
  handler.onError(new Error('closed'))
  await t.throwsAsync(response, { message: 'closed' })
  mock.timers.tick(9_000)
  t.is(state.aborts, 0)
})
