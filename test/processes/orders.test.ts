import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'

import test from 'ava'

import type { FromWorker, ToWorker } from '../../src/processes/messages.ts'
import { openOrders } from '../../src/processes/orders.ts'

/** A worker that says what a test makes it say. */
function fakeWorker({ connected = true } = {}) {
  const told: ToWorker[] = []
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => connected,
    send: (message: ToWorker) => told.push(message),
  })
  const say = (message: FromWorker) => worker.emit('message', message)
  return { worker: worker as unknown as Worker, told, say, die: () => worker.emit('exit', null, 'SIGKILL') }
}

test('an answer belongs to the order with its number, also when it comes late', async (t) => {
  const { worker, told, say } = fakeWorker()
  const give = openOrders(worker)
  const first = give({ do: 'adopt' })
  const second = give({ do: 'explain', requestId: 'a' })
  t.deepEqual(
    told.map((message) => message.kind === 'order' && [message.number, message.order.do]),
    [
      [1, 'adopt'],
      [2, 'explain'],
    ],
  )
  say({ kind: 'failed', number: 1, reason: 'no' })
  say({ kind: 'done', number: 1, answer: 'late' })
  say({ kind: 'done', number: 2, answer: undefined })
  await t.throwsAsync(first, { message: 'no' })
  t.is(await second, undefined)
})

test('messages of others are no answers', async (t) => {
  const { worker, say } = fakeWorker()
  const order = openOrders(worker)({ do: 'discard' })
  say({ type: 'prom-client:getMetricsReq', requestId: 1 } as unknown as FromWorker)
  say({ kind: 'done', number: 9, answer: 'x' })
  say({ kind: 'done', number: 1, answer: undefined })
  t.is(await order, undefined)
})

test('a worker that dies, or is dead, has done nothing', async (t) => {
  const { worker, die } = fakeWorker()
  const order = openOrders(worker)({ do: 'adopt' })
  die()
  await t.throwsAsync(order, { message: 'a worker ended while it was told to adopt' })
  await t.throwsAsync(openOrders(fakeWorker({ connected: false }).worker)({ do: 'adopt' }), {
    message: 'a worker ended before it was told to adopt',
  })
})
