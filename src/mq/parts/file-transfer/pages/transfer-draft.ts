/** A transfer that starts now or later, as the form has it, and the request that results. */
import { findNumberError } from '../../../../shared/ui/feedback/find-number-error.ts'
import type { FormField, FormRow } from '../../../../shared/ui/forms/form-rows.ts'
import { formatNumber } from '../../../../shared/ui/text/format.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { type RepeatUnit, repeatUnits, type ScheduleRequest, type TransferRequest } from '../contract/file-transfer.ts'
import type { TransferAgent } from '../contract/transfer-agents.ts'
import { buildItem, buildItemRows, findAgentAddress, initialItem } from './item-draft.ts'
import { listUnits } from './transfer-texts.ts'

export type TransferDraft = typeof initialTransfer

export const initialTransfer = {
  ...initialItem,
  jobName: '',
  priority: '0',
  /** Whether the transfer starts at a time; the members below are about that. */
  later: false,
  /** Local times, as the browser's fields have them: `2026-11-22T10:30`. */
  startTime: '',
  endTime: '',
  /** The unit of a repetition; empty for a single start. */
  repeat: '' as RepeatUnit | '',
  /** The number of units between two starts. */
  frequency: '1',
  /** The number of starts; empty for any number. */
  repeatCount: '',
}

const priorities = Array.from({ length: 10 }, (_, priority) => [String(priority), formatNumber(priority)] as const)
const maxFrequency = 1_000_000
const maxStarts = 1_000_000_000

export function buildTransferRows(draft: TransferDraft, agents: readonly TransferAgent[]): FormRow<TransferDraft>[] {
  return [
    ...buildItemRows(draft, agents),
    { name: 'jobName', label: t('Job name'), help: t('A name under which the list shows the transfer.') },
    {
      name: 'priority',
      label: t('Priority'),
      kind: 'choice',
      choices: priorities,
      help: t('Of transfers that wait for the agent, the one of the highest priority starts first.'),
    },
    { name: 'later', label: t('Start later'), kind: 'check' },
    draft.later && buildScheduleFields(draft),
  ]
}

function buildScheduleFields(draft: TransferDraft): readonly FormField<TransferDraft>[] {
  const { startTime, repeat, frequency, repeatCount, endTime } = draft
  const isEarly = endTime !== '' && startTime !== '' && endTime <= startTime
  const repetition: readonly FormField<TransferDraft>[] = [
    {
      name: 'frequency',
      label: t('Units between two starts'),
      kind: 'number',
      help: t('2 with weeks starts the transfer every other week.'),
      wrong: findNumberError(frequency, 1, maxFrequency),
    },
    {
      name: 'repeatCount',
      label: t('Number of starts'),
      kind: 'number',
      help: t('Unlimited when empty.'),
      wrong: repeatCount === '' ? undefined : findNumberError(repeatCount, 1, maxStarts),
    },
    {
      name: 'endTime',
      label: t('End'),
      kind: 'time',
      help: t('No start happens later.'),
      wrong: isEarly ? t('The end must be later than the start.') : undefined,
    },
  ]
  return [
    { name: 'startTime', label: t('Start'), kind: 'time', required: t('Enter the time of the first start.') },
    { name: 'repeat', label: t('Repeat'), kind: 'choice', choices: [['', t('Never')], ...listUnits(repeatUnits)] },
    ...(repeat === '' ? [] : repetition),
  ]
}

export function buildTransfer(draft: TransferDraft, agents: readonly TransferAgent[]): TransferRequest {
  return {
    job: draft.jobName === '' ? undefined : { name: draft.jobName },
    sourceAgent: findAgentAddress(agents, draft.sourceAgent),
    destinationAgent: findAgentAddress(agents, draft.destinationAgent),
    transferSet: { priority: Number(draft.priority), item: [buildItem(draft)] },
    scheduleTransfer: draft.later ? buildSchedule(draft) : undefined,
  }
}

/** The browser's times are sent in UTC, so that the time zone of the agent does not matter. */
function buildSchedule({ startTime, endTime, repeat, frequency, repeatCount }: TransferDraft): ScheduleRequest {
  const inUtc = (time: string) => new Date(time).toISOString().slice(0, 16)
  return {
    startTime: inUtc(startTime),
    timeBase: 'UTC',
    ...(repeat !== '' && {
      occurrenceInterval: repeat,
      occurrenceFrequency: Number(frequency),
      occurrenceCount: repeatCount !== '' ? Number(repeatCount) : undefined,
      endTime: endTime !== '' ? inUtc(endTime) : undefined,
    }),
  }
}
