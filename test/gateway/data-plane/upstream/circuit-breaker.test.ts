import test from 'ava'
import { CircuitBreaker } from '../../../../src/gateway/data-plane/upstream/circuit-breaker.ts'

const openBreaker = () => {
  const breaker = new CircuitBreaker({ failures: 2, openMs: 1000, statuses: new Set([503]) })
  const older = breaker.begin()
  for (const begun of [breaker.begin(), breaker.begin()]) breaker.end('failure', begun, 0)
  return { breaker, older }
}

test('the success of an older request does not end the pause', (t) => {
  const { breaker, older } = openBreaker()
  breaker.end('success', older, 10)
  t.true(breaker.isOpen)
  t.false(breaker.allows(999))
  t.true(breaker.allows(1000))
})

for (const outcome of ['success', 'failure', 'unknown'] as const) {
  test(`an older request that ends with ${outcome} does not let a second test through`, (t) => {
    const { breaker, older } = openBreaker()
    const probe = breaker.begin()
    breaker.end(outcome, older, 1100)
    t.false(breaker.allows(1100))
    breaker.end('success', probe, 1200)
    t.false(breaker.isOpen)
  })

  test(`an older request that ends with ${outcome} after the circuit has closed does not count`, (t) => {
    const { breaker, older } = openBreaker()
    breaker.end('success', breaker.begin(), 1100)
    breaker.end(outcome, older, 1200)
    breaker.end('failure', breaker.begin(), 1300)
    t.true(breaker.allows(1300))
  })
}

test('a late failure does not prolong the pause', (t) => {
  const { breaker, older } = openBreaker()
  breaker.end('failure', older, 900)
  t.true(breaker.allows(1000))
})

test('a test that fails begins another pause', (t) => {
  const { breaker } = openBreaker()
  breaker.end('failure', breaker.begin(), 1000)
  t.false(breaker.allows(1999))
  t.true(breaker.allows(2000))
})

test('a test without an outcome lets another one through', (t) => {
  const { breaker } = openBreaker()
  breaker.end('unknown', breaker.begin(), 1000)
  t.true(breaker.allows(1000))
})
