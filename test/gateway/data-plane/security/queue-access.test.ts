import test from 'ava'
import { allowsQueue } from '../../../../src/gateway/data-plane/security/queue-access.ts'

test('a queue is compared with 200 limits', (t) => {
  const scopes = new Set(Array.from({ length: 200 }, (_, index) => `mq.put:QM1/APP${index}.*`))
  t.true(allowsQueue(scopes, 'mq.put', { qmgr: 'QM1', queue: 'APP199.ORDERS' }))
  t.false(allowsQueue(scopes, 'mq.put', { qmgr: 'QM2', queue: 'APP199.ORDERS' }))
  t.false(allowsQueue(scopes, 'mq.put', { qmgr: 'QM1', queue: 'APP200.ORDERS' }))
  t.false(allowsQueue(scopes, 'mq.get', { qmgr: 'QM1', queue: 'APP199.ORDERS' }))
})

test('results of many queues are not confused', (t) => {
  const scopes = new Set(['mq.get:QM1/EVEN.*', 'mq.get:QM1/*N.1000'])
  for (const round of [1, 2])
    for (let index = 0; index < 300; index += 1) {
      const queue = `${index % 2 === 0 ? 'EVEN' : 'ODD'}.${index}`
      t.is(allowsQueue(scopes, 'mq.get', { qmgr: 'QM1', queue }), index % 2 === 0, `${round} ${queue}`)
    }
})

test('any limit of the queue manager lets a command continue to its guard', (t) => {
  t.true(allowsQueue(new Set(['mq.admin:QM1/A']), 'mq.admin', { qmgr: 'QM1', queue: undefined }))
  t.false(allowsQueue(new Set(['mq.admin:QM1/A']), 'mq.admin', { qmgr: 'QM2', queue: undefined }))
})
