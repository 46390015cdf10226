import test from 'ava'
import { openConcurrentCalls } from '../../../src/shared/security/index.ts'

const one = (key: string) => [{ key, limit: 1 }]

test('calls of all shares count together, until they end', (t) => {
  const open = openConcurrentCalls()
  const [first, second] = [open(), open()]
  t.is(first.enter('a', one('plan')), undefined)
  t.deepEqual(second.enter('b', one('plan')), { index: 0, active: 1 })
  t.is(second.enter('c', one('other')), undefined)
  first.leave('a')
  t.is(second.enter('d', one('plan')), undefined)
})

test('a call that one limit rejects is counted under none', (t) => {
  const calls = openConcurrentCalls()()
  calls.enter('a', one('api'))
  const limits = [{ key: 'application', limit: 1 }, ...one('api')]
  t.deepEqual(calls.enter('b', limits), { index: 1, active: 1 })
  t.is(calls.enter('c', one('application')), undefined)
})

test('only a call that is counted ends, and only once', (t) => {
  const calls = openConcurrentCalls()()
  calls.enter('a', [{ key: 'plan', limit: 2 }])
  calls.enter('b', [{ key: 'plan', limit: 2 }])
  calls.leave('unknown')
  calls.leave('a')
  calls.leave('a')
  t.deepEqual(calls.enter('c', one('plan')), { index: 0, active: 1 })
})

test('a share that closes gives back its calls, and no others', (t) => {
  const open = openConcurrentCalls()
  const [dead, alive] = [open(), open()]
  for (const id of ['a', 'b']) dead.enter(id, [{ key: 'plan', limit: 3 }])
  alive.enter('c', [{ key: 'plan', limit: 3 }])
  dead.close()
  t.deepEqual(alive.enter('d', one('plan')), { index: 0, active: 1 })
})
