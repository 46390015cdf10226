import test from 'ava'
import { extendHistory } from '../../../src/console/app/charts/extend-history.ts'
import { findLatestValue, type Samples } from '../../../src/ui/charts/samples.ts'

const everyMs = 10_000

test('an hour begins with the first answer and is drawn on', (t) => {
  const first = extendHistory(undefined, { everyMs, first: 10, last: 12, depth: [1, 2, null] } as never)
  const second = extendHistory(first, { everyMs, first: 12, last: 14, depth: [3, 4, 5] } as never)
  t.deepEqual(second, { everyMs, last: 14, lines: { depth: [1, 2, 3, 4, 5] } })
  t.is(findLatestValue([1, null]), 1)
  t.is(findLatestValue([null]), undefined)
})

test('an hour starts anew after a gap, and never holds more than an hour', (t) => {
  let hour: Samples = extendHistory(undefined, { everyMs, first: 1, last: 1, depth: [1] } as never)
  hour = extendHistory(hour, { everyMs, first: 9, last: 9, depth: [9] } as never)
  t.deepEqual(hour.lines.depth, [9])
  for (let at = 10; at < 1_000; at++) hour = extendHistory(hour, { everyMs, first: at, last: at, depth: [at] } as never)
  t.is(hour.lines.depth?.length, 360)
  t.is(findLatestValue(hour.lines.depth ?? []), 999)
})
