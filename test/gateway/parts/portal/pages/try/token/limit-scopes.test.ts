import test from 'ava'
import {
  describeLimit,
  limitScopes,
} from '../../../../../../../src/gateway/parts/portal/pages/try/token/limit-scopes.ts'

test('limits the scopes of queues, and no others', (t) => {
  t.deepEqual(limitScopes(['mq.put', 'customer'], ' QM1/ORDERS.* '), ['mq.put:QM1/ORDERS.*', 'customer'])
  t.deepEqual(limitScopes(['mq.put'], ''), ['mq.put'])
})

test('says in words what a limit does, and what it must be', (t) => {
  t.is(describeLimit('QM1/ORDERS.*'), 'The token opens the queues ORDERS.* of the queue manager QM1 only.')
  t.regex(describeLimit('ORDERS'), /^A queue manager and a queue, such as/)
})
