import test from 'ava'
import { estimateMinutesToFull } from '../../../../../src/mq/parts/console/rest/queue-health.ts'

for (const [title, depth, maxDepth, before, recently, expected] of [
  ['full', 10, 10, 10, 10, 0],
  ['growing by 10 a minute', 900, 1000, 800, 880, 10],
  ['growing slower than before', 900, 1000, 400, 896, 50],
  ['as deep as after a burst eight minutes ago', 3_000, 5_000, 0, 3_000, undefined],
  ['growing slowly', 100, 100_000, 90, 98, undefined],
  ['growing slowly, but almost full', 9_000, 10_000, 8_999, 8_999, 9_999],
  ['almost full after a burst', 4_500, 5_000, 0, 4_500, 9_999],
  ['almost full without a trend', 81, 100, undefined, undefined, 9_999],
  ['shrinking', 500, 1000, 900, 600, undefined],
  ['still', 500, 1000, 500, 500, undefined],
] as const) {
  test(`a queue that is ${title} is full in ${expected} minutes`, (t) => {
    t.is(estimateMinutesToFull(depth, maxDepth, { before, recently }), expected)
  })
}
