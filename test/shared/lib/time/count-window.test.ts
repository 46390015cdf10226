import test from 'ava'
import { findWindowEnd, monthSeconds, weekSeconds } from '../../../../src/shared/lib/time/count-window.ts'
import { renderInterval } from '../../../../src/shared/lib/time/render-time.ts'

for (const [title, seconds, now, end] of [
  ['an hour is aligned to the epoch', 3600, '2026-02-03T10:20:00Z', '2026-02-03T11:00:00Z'],
  ['a month ends with the month of the calendar', monthSeconds, '2026-02-03T10:20:00Z', '2026-03-01T00:00:00Z'],
  ['December ends with the year', monthSeconds, '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'],
  ['a month begins at its first moment', monthSeconds, '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'],
  ['three months are a quarter of the year', 3 * monthSeconds, '2026-05-10T00:00:00Z', '2026-07-01T00:00:00Z'],
  ['a week ends before Monday', weekSeconds, '2026-02-08T23:59:59Z', '2026-02-09T00:00:00Z'],
  ['a week begins with Monday', weekSeconds, '2026-02-09T00:00:00Z', '2026-02-16T00:00:00Z'],
] as const) {
  test(title, (t) => {
    t.is(new Date(findWindowEnd(seconds, Date.parse(now))).toISOString(), new Date(end).toISOString())
  })
}

test('intervals of months have the word month', (t) => {
  t.is(renderInterval(monthSeconds), 'month')
  t.is(renderInterval(3 * monthSeconds), '3 months')
})
