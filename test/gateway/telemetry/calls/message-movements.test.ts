import test from 'ava'
import { type CallRecord, openMessageMovements } from '../../../../src/gateway/telemetry/calls/index.ts'

const call = (requestId: string, messageId: string | undefined, traceId?: string) =>
  ({
    requestId,
    at: 1,
    method: 'POST',
    path: '/a/b/mq/message',
    status: 201,
    location: { org: 'a', catalog: 'b', api: 'mq:1', operation: 'put' },
    movedMessage: { how: 'put', messageId, traceId, queue: 'QM1/Q', plan: undefined },
  }) as unknown as CallRecord

test('messages are found by the id of the request, of the message and of the trace', (t) => {
  const movements = openMessageMovements()
  movements.add(call('r1', 'm1', 't1'))
  movements.add(call('r2', 'm1'))
  movements.add(call('r3', undefined, 't3'))
  const find = (...keys: string[]) => movements.find(keys).map(({ requestId }) => requestId)
  t.deepEqual([find('r1'), find('m1'), find('t3'), find('t1', 'r2')], [['r1'], ['r1', 'r2'], ['r3'], ['r1', 'r2']])
  t.deepEqual(find('', 'undefined'), [])
  t.like(movements.find(['r1'])[0], { catalog: '/a/b', application: undefined, how: 'put', queue: 'QM1/Q' })
})

test('the oldest make room, and calls that move no message take none', (t) => {
  const movements = openMessageMovements(2)
  for (const each of ['1', '2', '3']) movements.add(call(`r${each}`, `m${each}`))
  movements.add({ ...call('r4', 'm4'), movedMessage: undefined })
  t.deepEqual(
    movements.find(['m1', 'm2', 'm3', 'r4']).map(({ messageId }) => messageId),
    ['m3', 'm2'],
  )
})
