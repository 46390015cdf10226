import test from 'ava'

import { parseScheduleTime } from '../../../src/mft/schedules/parse-schedule-time.ts'
import { findNextStart, startTimeOf } from '../../../src/mft/types/schedule.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const base = { startAt: at('2026-01-31T10:00'), startTime: '', timeBase: 'UTC' } as const

test('a schedule without repetition starts once', (t) => {
  t.is(startTimeOf(base, 0), base.startAt)
  t.is(startTimeOf(base, 1), undefined)
})

test('months keep the day where they have it', (t) => {
  const spec = { ...base, repeat: { every: 1, unit: 'months' } } as const
  t.deepEqual(
    [1, 2, 12].map((index) => new Date(startTimeOf(spec, index) ?? 0).toISOString().slice(0, 10)),
    ['2026-02-28', '2026-03-31', '2027-01-31'],
  )
})

test('count and end time limit the starts', (t) => {
  const repeat = { every: 2, unit: 'days' } as const
  t.is(startTimeOf({ ...base, repeat: { ...repeat, count: 3 } }, 3), undefined)
  t.is(startTimeOf({ ...base, repeat: { ...repeat, until: at('2026-02-03T00:00') } }, 2), undefined)
})

test('starts that were missed are skipped', (t) => {
  const spec = { ...base, repeat: { every: 1, unit: 'minutes' } } as const
  t.deepEqual(findNextStart(spec, 1, at('2026-01-31T11:30')), { index: 91, at: at('2026-01-31T11:31') })
})

test('a time without a date is today, or tomorrow when it is past', (t) => {
  t.is(parseScheduleTime('10:30', 'UTC', at('2026-01-01T09:00')), at('2026-01-01T10:30'))
  t.is(parseScheduleTime('10:30', 'UTC', at('2026-01-01T11:00')), at('2026-01-02T10:30'))
  t.throws(() => parseScheduleTime('noon', 'UTC', 0), { message: /yyyy-MM-ddThh:mm or hh:mm/ })
})
