/** Parses the member `scheduleTransfer` of a transfer. */
import { readLocalTimeZone } from '../../lib/time/zoned-time.ts'
import type { ScheduleRequest } from '../../mft/index.ts'
import { completeSchedule, repeatUnits, ScheduleTimeError, timeBases } from '../../mft/parsing/index.ts'
import { RestError } from '../errors/rest-error.ts'
import type { JsonMembers } from './json-members.ts'

const repeatMembers = ['occurrenceFrequency', 'occurrenceCount', 'endTime'] as const

/** Returns the schedule, or undefined for a transfer that starts at once. Throws `RestError` with status 400. */
export function parseScheduleBody(body: JsonMembers, now: number): ScheduleRequest | undefined {
  const members = body.object('scheduleTransfer') ?? body.object('schedule')
  if (!members) return undefined
  const timeBase = members.word('timeBase', [...timeBases, 'utc'], 'admin')
  const startTime = members.requiredText('startTime')
  const isRepeated = members.has('occurrenceInterval')
  if (!isRepeated && repeatMembers.some((member) => members.has(member)))
    throw new RestError('MQWB0016E', [
      members.name('occurrenceInterval'),
      `it must be one of ${repeatUnits.join(', ')}`,
    ])
  const repeat = {
    unit: members.word('occurrenceInterval', repeatUnits, 'days'),
    every: members.integer('occurrenceFrequency', { min: 1, max: 1_000_000 }) ?? 1,
    count: members.integer('occurrenceCount', { min: 1, max: 1_000_000_000 }),
    endTime: members.text('endTime'),
  }
  members.rejectOthers()
  const request = {
    ...{ startTime, timeBase: timeBase === 'utc' ? ('UTC' as const) : timeBase },
    ...(isRepeated && { repeat }),
  }
  try {
    return completeSchedule(request, readLocalTimeZone(), now)
  } catch (error) {
    if (!(error instanceof ScheduleTimeError)) throw error
    throw members.invalid(
      error.member,
      error.member === 'startTime' ? startTime : repeat.endTime,
      error.message,
    )
  }
}
