import test from 'ava'
import {
  findNextStart,
  findStartTime,
} from '../../../../../../src/mq/parts/file-transfer/engine/schedules/find-next-start.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const base = { startAt: at('2026-01-31T10:00'), timeBase: 'UTC', timeZone: 'UTC' } as const

test('a schedule without repetition starts once', (t) => {
  t.is(findStartTime(base, 0), base.startAt)
  t.is(findStartTime(base, 1), undefined)
})

test('months keep the day where they have it', (t) => {
  const spec = { ...base, repeat: { every: 1, unit: 'months' } } as const
  t.deepEqual(
    [1, 2, 12].map((index) => new Date(findStartTime(spec, index) ?? 0).toISOString().slice(0, 10)),
    ['2026-02-28', '2026-03-31', '2027-01-31'],
  )
})

test('count and end time limit the starts', (t) => {
  const repeat = { every: 2, unit: 'days' } as const
  t.is(findStartTime({ ...base, repeat: { ...repeat, count: 3 } }, 3), undefined)
  t.is(findStartTime({ ...base, repeat: { ...repeat, until: at('2026-02-03T00:00') } }, 2), undefined)
})

for (const [unit, index, next] of [
  ['minutes', 91, '2026-01-31T11:31'],
  ['hours', 2, '2026-01-31T12:00'],
  ['days', 1, '2026-02-01T10:00'],
  ['weeks', 1, '2026-02-07T10:00'],
  ['months', 1, '2026-02-28T10:00'],
  ['years', 1, '2027-01-31T10:00'],
] as const)
  test(`starts that were missed are skipped: ${unit}`, (t) => {
    const spec = { ...base, repeat: { every: 1, unit } } as const
    t.deepEqual(findNextStart(spec, 1, at('2026-01-31T11:30')), { index, at: at(next) })
  })

test('days keep the time of the day when summer time begins, and hours their distance', (t) => {
  const spec = { startAt: at('2026-03-28T09:00'), timeBase: 'source', timeZone: 'Europe/Berlin' } as const
  t.is(findStartTime({ ...spec, repeat: { every: 1, unit: 'days' } }, 1), at('2026-03-29T08:00'))
  t.is(findStartTime({ ...spec, repeat: { every: 24, unit: 'hours' } }, 1), at('2026-03-29T09:00'))
})

for (const unit of ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const)
  test(`a schedule ends before its times exceed the calendar: ${unit}`, (t) => {
    const repeat = { every: Number.MAX_SAFE_INTEGER, unit }
    t.is(findNextStart({ ...base, repeat }, 1, base.startAt), undefined)
  })
