import test from 'ava'

import { estimateMinutesToFull } from '../../../src/mqweb/console/queue-health.ts'

for (const [title, depth, maxDepth, before, expected] of [
  ['full', 10, 10, 10, 0],
  ['growing by 10 a minute', 900, 1000, 800, 10],
  ['growing slowly', 100, 100_000, 90, undefined],
  ['growing slowly, but almost full', 9_000, 10_000, 8_999, 9_999],
  ['almost full without a trend', 81, 100, undefined, 9_999],
  ['shrinking', 500, 1000, 900, undefined],
  ['still', 500, 1000, 500, undefined],
] as const) {
  test(`a queue that is ${title} is full in ${expected} minutes`, (t) => {
    t.is(estimateMinutesToFull(depth, maxDepth, before), expected)
  })
}
