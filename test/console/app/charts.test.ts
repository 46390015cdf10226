import test from 'ava'

import { extend, type Hour, latest } from '../../../src/console/app/charts/hour.ts'
import { scaleFor, short } from '../../../src/console/app/charts/scale.ts'

const everyMs = 10_000

test('an hour begins with the first answer and is drawn on', (t) => {
  const first = extend(undefined, { everyMs, first: 10, last: 12, depth: [1, 2, null] } as never)
  const second = extend(first, { everyMs, first: 12, last: 14, depth: [3, 4, 5] } as never)
  t.deepEqual(second, { everyMs, last: 14, lines: { depth: [1, 2, 3, 4, 5] } })
  t.is(latest([1, null]), 1)
  t.is(latest([null]), undefined)
})

test('an hour starts anew after a gap, and never holds more than an hour', (t) => {
  let hour: Hour = extend(undefined, { everyMs, first: 1, last: 1, depth: [1] } as never)
  hour = extend(hour, { everyMs, first: 9, last: 9, depth: [9] } as never)
  t.deepEqual(hour.lines.depth, [9])
  for (let at = 10; at < 1_000; at++)
    hour = extend(hour, { everyMs, first: at, last: at, depth: [at] } as never)
  t.is(hour.lines.depth?.length, 360)
  t.is(latest(hour.lines.depth ?? []), 999)
})

for (const [most, whole, end] of [
  [0, true, 1],
  [1, true, 1],
  [7, true, 8],
  [0.3, false, 0.3],
  [99, true, 100],
  [5_001, true, 6_000],
  [1_000_000_000, true, 1_000_000_000],
] as const) {
  test(`an axis for ${most} ends at ${end}`, (t) => {
    const scale = scaleFor(most, { whole })
    t.true(Math.abs(scale.end - end) < 1e-9, String(scale.end))
    t.true(scale.end >= most && scale.steps.length <= 6 && scale.steps[0] === 0)
    if (whole) t.true(scale.steps.every(Number.isInteger))
  })
}

for (const [value, text] of [
  [0, '0'],
  [0.25, '0.25'],
  [1234, '1234'],
  [12_345, '12.3k'],
  [5_000_000, '5000k'],
  [123_456_789, '123M'],
] as const) {
  test(`${value} is written ${text}`, (t) => {
    t.is(short(value), text)
  })
}
