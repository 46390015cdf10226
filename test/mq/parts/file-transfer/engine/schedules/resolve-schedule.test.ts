import test from 'ava'
import {
  completeSchedule,
  resolveSchedule,
} from '../../../../../../src/mq/parts/file-transfer/engine/schedules/resolve-schedule.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const summer = at('2026-07-15T06:00')

test('a time without a date is today, or tomorrow when it is past', (t) => {
  const start = (startTime: string, now: string) =>
    resolveSchedule({ startTime, timeBase: 'UTC' }, 'Europe/Berlin', at(now)).startAt
  t.is(start('10:30', '2026-01-01T09:00'), at('2026-01-01T10:30'))
  t.is(start('10:30', '2026-01-01T11:00'), at('2026-01-02T10:30'))
})

for (const [timeBase, timeZone, startAt] of [
  ['admin', 'America/New_York', '2026-07-15T14:00'],
  ['source', undefined, '2026-07-15T08:00'],
  ['UTC', 'America/New_York', '2026-07-15T10:00'],
] as const)
  test(`the time base ${timeBase} chooses the clock`, (t) => {
    const request = { startTime: '2026-07-15T10:00', timeBase, timeZone }
    t.is(resolveSchedule(request, 'Europe/Berlin', summer).startAt, at(startAt))
  })

test('a request is completed with dates and the time zone of its sender', (t) => {
  const repeat = { every: 1, unit: 'hours', endTime: '09:00' } as const
  const request = { startTime: '10:30', timeBase: 'admin', repeat } as const
  t.deepEqual(completeSchedule(request, 'Europe/Berlin', summer), {
    startTime: '2026-07-15T10:30',
    timeBase: 'admin',
    timeZone: 'Europe/Berlin',
    repeat: { every: 1, unit: 'hours', endTime: '2026-07-16T09:00' },
  })
})

test('the source agent resolves the times of its own clock', (t) => {
  const request = { startTime: '10:30', timeBase: 'source' } as const
  t.is(completeSchedule(request, 'Europe/Berlin', summer), request)
})

for (const [startTime, endTime, member] of [
  ['noon', undefined, 'startTime'],
  ['2026-02-30T10:00', undefined, 'startTime'],
  ['25:00', undefined, 'startTime'],
  ['10:00', '2026-07-15', 'endTime'],
  ['2026-07-15T10:00', '2026-07-15T09:59', 'endTime'],
] as const)
  test(`the times ${startTime} and ${endTime} are rejected`, (t) => {
    const repeat = { every: 1, unit: 'days', endTime } as const
    t.like(
      t.throws(() => resolveSchedule({ startTime, timeBase: 'UTC', repeat }, 'UTC', summer)),
      { name: 'ScheduleTimeError', member },
    )
  })
