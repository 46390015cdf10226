import test from 'ava'
import { dayMs, hourMs, minuteMs } from '../../../../src/shared/lib/time/durations.ts'
import { buildTimeAxis } from '../../../../src/shared/ui/charts/time-axis.ts'

const start = Date.UTC(2026, 0, 5, 10, 3)

for (const [span, step] of [
  [80_000, 30_000],
  [5 * minuteMs, minuteMs],
  [hourMs, 15 * minuteMs],
  [6 * hourMs, 2 * hourMs],
  [dayMs, 6 * hourMs],
  [30 * dayMs, 7 * dayMs],
] as const) {
  test(`${span / minuteMs} minutes have at most six labels, every ${step / minuteMs} minutes`, (t) => {
    const labels = buildTimeAxis(start, start + span, 5)
    t.true(labels.length > 0 && labels.length <= 6)
    t.true(labels.every(({ at }) => at >= start && at <= start + span))
    for (const [index, { at }] of labels.slice(1).entries()) t.is(at - (labels[index]?.at ?? 0), step)
  })
}

test('labels are round times of day, and dates where days begin', (t) => {
  const local = (hours: number, minutes: number) => new Date(2026, 0, 5, hours, minutes).getTime()
  t.deepEqual(
    buildTimeAxis(local(10, 3), local(11, 3), 5).map(({ text }) => text),
    ['10:15', '10:30', '10:45', '11:00'],
  )
  const days = buildTimeAxis(local(10, 0), local(10, 0) + 2 * dayMs, 5).map(({ text }) => text)
  t.deepEqual(days, ['12:00', 'Jan 6', '12:00', 'Jan 7'])
  const whole = buildTimeAxis(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 4), 5).map(({ text }) => text)
  t.deepEqual(whole, ['Jan 1', 'Jan 2', 'Jan 3', 'Jan 4'])
})
