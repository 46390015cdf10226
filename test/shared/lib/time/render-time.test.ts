import test from 'ava'
import { renderEpochSeconds, renderInterval, renderTime } from '../../../../src/shared/lib/time/render-time.ts'

test('milliseconds have three digits, whole seconds of tokens none', (t) => {
  t.is(renderTime(1_585_921_679_000), '2020-04-03T13:47:59.000Z')
  t.is(renderEpochSeconds(1_585_921_679), '2020-04-03T13:47:59Z')
  t.is(renderEpochSeconds(1_585_921_679.5), '2020-04-03T13:47:59.500Z')
})

for (const seconds of [1e30, Number.NaN, 'soon', undefined])
  test(`${seconds} is no time`, (t) => {
    t.is(renderEpochSeconds(seconds), undefined)
  })

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
