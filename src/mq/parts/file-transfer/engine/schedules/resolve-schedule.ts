/** Resolves the times of a schedule that a user asks for. */
import { dayMs } from '../../../../../shared/lib/time/durations.ts'
import { fromWallClock, toWallClock } from '../../zoned-time.ts'
import type { ScheduleRequest, ScheduleSpec } from '../types/request.ts'

/** A time of a schedule that is not valid. `message` says what is accepted. */
export class ScheduleTimeError extends Error {
  override name = 'ScheduleTimeError'
  readonly member: 'startTime' | 'endTime'

  constructor(member: 'startTime' | 'endTime', message: string) {
    super(message)
    this.member = member
  }
}

/** Returns the schedule in milliseconds, in `localTimeZone` unless it names a zone. Throws `ScheduleTimeError`. */
export function resolveSchedule(
  { startTime, timeBase, timeZone, repeat }: ScheduleRequest,
  localTimeZone: string,
  now: number,
): ScheduleSpec {
  const zone = timeBase === 'UTC' ? 'UTC' : (timeZone ?? localTimeZone)
  const startAt = parseTime('startTime', startTime, zone, now)
  if (!repeat) return { startAt, timeBase, timeZone: zone }
  const { endTime, ...repetition } = repeat
  const until = endTime === undefined ? undefined : parseTime('endTime', endTime, zone, startAt)
  if (until !== undefined && until < startAt)
    throw new ScheduleTimeError('endTime', 'the end must be later than the first start')
  return { startAt, timeBase, timeZone: zone, repeat: { ...repetition, until } }
}

/** Returns the request with dates and time zone, except in the source's time. Throws `ScheduleTimeError`. */
export function completeSchedule(request: ScheduleRequest, localTimeZone: string, now: number): ScheduleRequest {
  const { startAt, timeZone, repeat } = resolveSchedule(request, localTimeZone, now)
  if (request.timeBase === 'source') return request
  const { repeat: requested, ...times } = request
  return {
    ...times,
    timeZone,
    startTime: renderScheduleTime(startAt, timeZone),
    repeat: requested && {
      ...requested,
      endTime: repeat?.until === undefined ? undefined : renderScheduleTime(repeat.until, timeZone),
    },
  }
}

/** Returns a time on the clock of a time zone as `yyyy-MM-ddThh:mm`. */
export function renderScheduleTime(at: number, timeZone: string): string {
  return new Date(toWallClock(at, timeZone)).toISOString().slice(0, 16)
}

/** A time without a date is the next one after `from`. */
function parseTime(member: 'startTime' | 'endTime', text: string, timeZone: string, from: number): number {
  const [, date, time] = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d)$/.exec(text) ?? []
  const day = date ?? renderScheduleTime(from, timeZone).slice(0, 10)
  const wall = time === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day))
    throw new ScheduleTimeError(member, 'a time must have the form yyyy-MM-ddThh:mm or hh:mm')
  const at = fromWallClock(wall, timeZone)
  if (date !== undefined || at > from) return at
  return fromWallClock(wall + dayMs, timeZone)
}
