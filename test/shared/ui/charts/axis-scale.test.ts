import test from 'ava'
import { buildAxisScale, formatShortNumber } from '../../../../src/shared/ui/charts/axis-scale.ts'

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
    const scale = buildAxisScale(most, { whole })
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
    t.is(formatShortNumber(value), text)
  })
}
