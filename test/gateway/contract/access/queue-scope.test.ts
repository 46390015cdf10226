import test from 'ava'
import {
  coversScope,
  describeScope,
  isDeclaredScope,
  matchesName,
  parseQueueScope,
} from '../../../../src/gateway/contract/access/queue-scope.ts'

for (const [text, expected] of [
  ['mq.put:QM1/ORDERS.*', { action: 'mq.put', qmgr: 'QM1', queue: 'ORDERS.*' }],
  ['mq.get:*/DEV.QUEUE.1', { action: 'mq.get', qmgr: '*', queue: 'DEV.QUEUE.1' }],
  ['mq.browse:A%2FB/C/D', { action: 'mq.browse', qmgr: 'A/B', queue: 'C/D' }],
  ['mq.admin:QM1/50%25', { action: 'mq.admin', qmgr: 'QM1', queue: '50%' }],
] as const) {
  test(`reads ${text}`, (t) => {
    t.deepEqual(parseQueueScope(text), expected)
  })
}

for (const text of [
  'mq.put',
  'mq.put:',
  'mq.put:QM1',
  'mq.put:QM1/',
  'mq.put:/Q',
  'mq.put:QM1/Q?',
  'mq.put:QM1/%41',
  'mq.put:QM1/50%',
  'customer:QM1/Q',
  `mq.put:QM1/${'Q'.repeat(49)}`,
]) {
  test(`"${text.slice(0, 30)}" is no scope of a queue`, (t) => {
    t.is(parseQueueScope(text), undefined)
  })
}

for (const [pattern, name, expected] of [
  ['ORDERS.*', 'ORDERS.NEW', true],
  ['ORDERS.*', 'ORDERS.', true],
  ['ORDERS.*', 'ORDERS', false],
  ['ORDERS.*', 'orders.new', false],
  ['*', '', true],
  ['A*B*C', 'AxBxC', true],
  ['A*B*C', 'ABC', true],
  ['A*BC*C', 'ABC', false],
  ['AB*BA', 'ABA', false],
  ['ORDERS.*', 'ORDERS.NEW*', true],
  ['ORDERS.NEW', 'ORDERS.*', false],
  ['ORDERS.*', 'ORDER*', false],
] as const) {
  test(`${pattern} ${expected ? 'allows' : 'does not allow'} "${name}"`, (t) => {
    t.is(matchesName(pattern, name), expected)
  })
}

test('a scope without a limit covers all that it limits, and a limit covers narrower ones', (t) => {
  t.true(coversScope('mq.put', 'mq.put:QM1/A'))
  t.true(coversScope('mq.put:*/A*', 'mq.put:QM1/AB*'))
  t.true(coversScope('customer', 'customer'))
  t.false(coversScope('mq.put:QM1/A', 'mq.put'))
  t.false(coversScope('mq.put:QM1/A*', 'mq.get:QM1/AB'))
  t.false(coversScope('mq.put:QM1/AB', 'mq.put:QM1/A*'))
})

test('a provider has the limited forms of the scopes that it declares', (t) => {
  const declared = new Set(['mq.put', 'customer'])
  t.true(isDeclaredScope('mq.put:QM1/A', declared))
  t.false(isDeclaredScope('mq.get:QM1/A', declared))
  t.false(isDeclaredScope('customer:QM1/A', declared))
})

test('a scope is shown in words', (t) => {
  const words = new Map([['mq.put', 'Put messages on queues']])
  t.is(describeScope('mq.put', words), 'Put messages on queues')
  t.is(describeScope('mq.put:QM1/A.*', words), 'Put messages on queues: A.* of queue manager QM1 only')
  t.is(describeScope('mq.put:*/*', words), 'Put messages on queues: all queues of every queue manager only')
})
