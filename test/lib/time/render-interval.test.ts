import test from 'ava'

import { renderInterval } from '../../../src/lib/time/render-interval.ts'

for (const [seconds, text] of [
  [1, 'second'],
  [59, '59 seconds'],
  [60, 'minute'],
  [90, '90 seconds'],
  [7200, '2 hours'],
  [86_400, 'day'],
  [1_209_600, '2 weeks'],
] as const)
  test(`${seconds} s are rendered as "${text}"`, (t) => {
    t.is(renderInterval(seconds), text)
  })
