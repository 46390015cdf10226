/** When a transfer starts, as the form has it, and the request that results. */
import { findNumberError } from '../../../ui/feedback/find-number-error.ts'
import type { FieldError } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { RepeatUnit, ScheduleRequest } from '../api/file-transfer.ts'

export interface ScheduleDraft {
  /** Local times, as the browser's fields have them: `2026-11-22T10:30`. */
  startTime: string
  endTime: string
  /** Empty for a single start. */
  repeat: RepeatUnit | ''
  /** The number of units between two starts. */
  frequency: string
  /** Empty for an unlimited number of starts. */
  repeatCount: string
}

export const initialSchedule: ScheduleDraft = {
  startTime: '',
  endTime: '',
  repeat: '',
  frequency: '1',
  repeatCount: '',
}

const maxFrequency = 1_000_000
const maxStarts = 1_000_000_000

/** Returns the errors of the fields, in their order. */
export function findScheduleErrors(draft: ScheduleDraft | undefined): FieldError[] {
  if (!draft) return []
  const { startTime, repeat, frequency, repeatCount, endTime } = draft
  const start = {
    id: 'start-time',
    missing: startTime === '' ? t('Enter the time of the first start.') : undefined,
  }
  if (repeat === '') return [start]
  const isEarly = endTime !== '' && startTime !== '' && endTime <= startTime
  return [
    start,
    { id: 'frequency', wrong: findNumberError(frequency, 1, maxFrequency) },
    {
      id: 'repeat-count',
      wrong: repeatCount === '' ? undefined : findNumberError(repeatCount, 1, maxStarts),
    },
    { id: 'end-time', wrong: isEarly ? t('The end must be later than the start.') : undefined },
  ]
}

/** The browser's times are sent in UTC, so that the time zone of the agent does not matter. */
export function buildSchedule({ startTime, endTime, repeat, ...repetition }: ScheduleDraft): ScheduleRequest {
  const inUtc = (time: string) => new Date(time).toISOString().slice(0, 16)
  return {
    startTime: inUtc(startTime),
    timeBase: 'UTC',
    ...(repeat !== '' && {
      occurrenceInterval: repeat,
      occurrenceFrequency: Number(repetition.frequency),
      ...(repetition.repeatCount !== '' && { occurrenceCount: Number(repetition.repeatCount) }),
      ...(endTime !== '' && { endTime: inUtc(endTime) }),
    }),
  }
}
