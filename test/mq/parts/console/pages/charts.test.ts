import test from 'ava'
import { cutSamples, extendHistory } from '../../../../../src/mq/parts/console/pages/charts/extend-history.ts'
import { findLatestValue, type Samples } from '../../../../../src/shared/ui/charts/samples.ts'

const everyMs = 10_000

test('an hour begins with the first answer and is drawn on', (t) => {
  const first = extendHistory(undefined, { everyMs, first: 10, last: 12, depth: [1, 2, null] } as never, 360)
  const second = extendHistory(first, { everyMs, first: 12, last: 14, depth: [3, 4, 5] } as never, 360)
  t.deepEqual(second, { everyMs, last: 14, lines: { depth: [1, 2, 3, 4, 5] } })
  t.is(findLatestValue([1, null]), 1)
  t.is(findLatestValue([null]), undefined)
})

test('an hour starts anew after a gap, and never holds more than an hour', (t) => {
  let hour: Samples = extendHistory(undefined, { everyMs, first: 1, last: 1, depth: [1] } as never, 360)
  hour = extendHistory(hour, { everyMs, first: 9, last: 9, depth: [9] } as never, 360)
  t.deepEqual(hour.lines.depth, [9])
  for (let at = 10; at < 1_000; at++)
    hour = extendHistory(hour, { everyMs, first: at, last: at, depth: [at] } as never, 360)
  t.is(hour.lines.depth?.length, 360)
  t.is(findLatestValue(hour.lines.depth ?? []), 999)
})

test('a chart has the last minutes, with gaps where there are no samples yet', (t) => {
  const all: Samples = { everyMs, last: 14, lines: { depth: [1, 2, 3] } }
  t.deepEqual(cutSamples(all, 1), {
    samples: { everyMs, last: 14, lines: { depth: [null, null, null, 1, 2, 3] } },
    minutes: 1,
  })
  t.deepEqual(cutSamples(all, 1 / 3).samples.lines.depth, [2, 3])
})

test('a part has the samples between two moments', (t) => {
  const all: Samples = { everyMs, last: 14, lines: { depth: [10, 11, 12, 13, 14] } }
  const { samples } = cutSamples(all, 60, { from: 110_000, until: 130_000 })
  t.deepEqual(samples, { everyMs, last: 13, lines: { depth: [11, 12, 13] } })
  t.deepEqual(cutSamples(all, 60, { from: 70_000, until: 110_000 }).samples.lines.depth, [null, null, null, 10, 11])
})
