/** When a transfer starts, as the form has it, and the request that results. */
import type { FieldError } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { RepeatUnit, ScheduleRequest } from '../api/file-transfer.ts'

export interface ScheduleDraft {
  /** Local times, as the browser's fields have them: `2026-11-22T10:30`. */
  startTime: string
  endTime: string
  /** Empty for a single start. */
  repeat: RepeatUnit | ''
  /** Empty for an unlimited number of starts. */
  repeatCount: string
}

export const initialSchedule: ScheduleDraft = { startTime: '', endTime: '', repeat: '', repeatCount: '' }

const maxStarts = 1_000_000_000

/** Returns the errors of the fields, in their order. */
export function findScheduleErrors(draft: ScheduleDraft | undefined): FieldError[] {
  if (!draft) return []
  const { startTime, repeat, repeatCount, endTime } = draft
  const start = {
    id: 'start-time',
    missing: startTime === '' ? t('Enter the time of the first start.') : undefined,
  }
  if (repeat === '') return [start]
  const isCount =
    /^\d{1,10}$/.test(repeatCount) && Number(repeatCount) >= 1 && Number(repeatCount) <= maxStarts
  const isEarly = endTime !== '' && startTime !== '' && endTime <= startTime
  return [
    start,
    {
      id: 'repeat-count',
      wrong:
        repeatCount === '' || isCount
          ? undefined
          : t('Enter a whole number of at least {least}.', { least: '1' }),
    },
    { id: 'end-time', wrong: isEarly ? t('The end must be later than the start.') : undefined },
  ]
}

/** The browser's times are sent in UTC, so that the time zone of the agent does not matter. */
export function buildSchedule({ startTime, endTime, repeat, repeatCount }: ScheduleDraft): ScheduleRequest {
  const inUtc = (time: string) => new Date(time).toISOString().slice(0, 16)
  return {
    startTime: inUtc(startTime),
    timeBase: 'UTC',
    ...(repeat !== '' && {
      ...{ repeatInterval: repeat, repeatFrequency: 1 },
      ...(repeatCount !== '' && { repeatCount: Number(repeatCount) }),
      ...(endTime !== '' && { endTime: inUtc(endTime) }),
    }),
  }
}
