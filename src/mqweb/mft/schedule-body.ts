/** Parses the member `scheduleTransfer` of a transfer. */
import type { RepeatUnit, ScheduleSpec } from '../../mft/index.ts'
import { parseScheduleTime } from '../../mft/parsing/index.ts'
import { RestError } from '../errors/rest-error.ts'
import type { JsonMembers } from './json-members.ts'

const units = [
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'years',
] as const satisfies readonly RepeatUnit[]

/** Returns the schedule, or undefined for a transfer that starts at once. Throws `RestError` with status 400. */
export function parseScheduleBody(body: JsonMembers, now: number): ScheduleSpec | undefined {
  const members = body.object('scheduleTransfer') ?? body.object('schedule')
  if (!members) return undefined
  const given = members.word('timeBase', ['admin', 'source', 'utc', 'UTC'], 'admin')
  const timeBase = given === 'utc' ? 'UTC' : given
  const startTime = members.requiredText('startTime')
  const parseTime = (text: string) => parseScheduleTime(text, timeBase, now)
  const startAt = members.parse('startTime', startTime, parseTime)
  const isRepeated = members.has('repeatInterval')
  const unit = members.word('repeatInterval', units, 'days')
  const every = members.integer('repeatFrequency', { min: 1, max: 1_000_000 }) ?? 1
  const count = members.integer('repeatCount', { min: 1, max: 1_000_000_000 })
  const endTime = members.text('endTime')
  const until = endTime === undefined ? undefined : members.parse('endTime', endTime, parseTime)
  if (!isRepeated && (count !== undefined || until !== undefined))
    throw new RestError('MQWB0016E', [
      members.name('repeatInterval'),
      `it must be one of ${units.join(', ')}`,
    ])
  members.rejectOthers()
  return { startAt, startTime, timeBase, ...(isRepeated && { repeat: { every, unit, count, until } }) }
}
