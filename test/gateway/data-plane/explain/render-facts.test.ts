import test from 'ava'
import { joinCapped, renderLimits } from '../../../../src/gateway/data-plane/explain/render-facts.ts'
import { location } from '../_support/documents.ts'

for (const [count, expected] of [
  [0, 'none'],
  [1, '1'],
  [8, '1, 2, 3, 4, 5, 6, 7, 8'],
  [9, '1, 2, 3, 4, 5, 6, 7, 8 and 1 more'],
  [20, '1, 2, 3, 4, 5, 6, 7, 8 and 12 more'],
] as const)
  test(`a list of ${count} is "${expected}"`, (t) => {
    t.is(joinCapped(Array.from({ length: count }, (_, index) => String(index + 1))), expected)
  })

test('limits have their kind, and a rate limit without effect says so', (t) => {
  const limit = { calls: 5, intervalSeconds: 60, location }
  t.is(
    renderLimits([
      { ...limit, name: 'hard', kind: 'rate', hard: true },
      { ...limit, name: 'soft', kind: 'rate', hard: false },
      { ...limit, name: 'peak', kind: 'burst', hard: false },
      { ...limit, name: 'open', kind: 'rate', hard: true, calls: undefined },
    ]),
    'rate hard 5 per 60 s, rate soft 5 per 60 s, counted only, burst peak 5 per 60 s, open unlimited',
  )
})
