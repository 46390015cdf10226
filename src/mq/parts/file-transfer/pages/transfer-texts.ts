/** The words for states, numbers and times of file transfer. */
import type { StateWords } from '../../../../shared/ui/shell/state-tag.tsx'
import { formatBytes } from '../../../../shared/ui/text/format-units.ts'
import { t } from '../../../../shared/ui/text/t.ts'
import { formatAge } from '../../console/kit/table/age-texts.ts'
import type { RepeatUnit, TransferState, TransferSummary } from '../contract/file-transfer.ts'
import type { PollUnit, TriggerType } from '../contract/transfer-agents.ts'

/** The words and the colour of each state of a transfer. */
export const transferStates: Readonly<Record<TransferState, StateWords[string]>> = {
  started: [t('Started'), 'blue'],
  inProgress: [t('In progress'), 'blue'],
  inProgressWithFailures: [t('In progress, with failures'), 'magenta'],
  inProgressWithWarnings: [t('In progress, with warnings'), 'blue'],
  successful: [t('Successful'), 'green'],
  partiallySuccessful: [t('Partially successful'), 'magenta'],
  failed: [t('Failed'), 'red'],
  cancelled: [t('Cancelled'), 'gray'],
  malformed: [t('Request not understood'), 'red'],
  notAuthorized: [t('Not authorized'), 'red'],
  deleted: [t('Deleted'), 'gray'],
}

export const itemStates: StateWords = {
  inProgress: [t('In progress'), 'blue'],
  successful: [t('Successful'), 'green'],
  successfulWithWarnings: [t('Successful, with warnings'), 'magenta'],
  failed: [t('Failed'), 'red'],
  cancelled: [t('Cancelled'), 'gray'],
}

export const agentStates: StateWords = {
  ready: [t('Ready'), 'green'],
  active: [t('Transfers files'), 'green'],
  starting: [t('Starting'), 'blue'],
  stopped: [t('Stopped'), 'gray'],
  unreachable: [t('Does not respond'), 'red'],
}

export const triggerTexts: Readonly<Record<TriggerType, string>> = {
  matchAll: t('A file matches'),
  matchNone: t('No file matches'),
  noChangeInSize: t('The size of a file stays the same'),
  sizeGreaterOrEqualTo: t('A file has a size'),
  queueNotEmpty: t('The queue has messages'),
  completeGroups: t('The queue has a complete group of messages'),
}

type TimeUnit = PollUnit | RepeatUnit

/** The title of each unit, and how often something happens: `Every 2 weeks`. */
const units: Readonly<Record<TimeUnit, readonly [title: string, every: (count: number) => string]>> = {
  seconds: [t('Seconds'), (count) => t('{count, plural, one {Every second} other {Every # seconds}}', { count })],
  minutes: [t('Minutes'), (count) => t('{count, plural, one {Every minute} other {Every # minutes}}', { count })],
  hours: [t('Hours'), (count) => t('{count, plural, one {Every hour} other {Every # hours}}', { count })],
  days: [t('Days'), (count) => t('{count, plural, one {Every day} other {Every # days}}', { count })],
  weeks: [t('Weeks'), (count) => t('{count, plural, one {Every week} other {Every # weeks}}', { count })],
  months: [t('Months'), (count) => t('{count, plural, one {Every month} other {Every # months}}', { count })],
  years: [t('Years'), (count) => t('{count, plural, one {Every year} other {Every # years}}', { count })],
}

/** Returns the choices of units. */
export function listUnits(chosen: readonly TimeUnit[]): readonly (readonly [TimeUnit, string])[] {
  return chosen.map((unit) => [unit, units[unit][0]])
}

/** Returns how often a transfer repeats, or a monitor polls: `Every 2 weeks`. */
export function describeRepeat(unit: TimeUnit, count: number): string {
  return units[unit][1](count)
}

/** Returns whether a transfer has not ended. */
export function isRunning({ state }: Pick<TransferSummary, 'state'>): boolean {
  return state.startsWith('inProgress') || state === 'started'
}

type Pace = Pick<TransferSummary, 'startedAt' | 'updatedAt' | 'bytesSent' | 'bytesTotal'>

/** Returns the mean rate since the start and the time that is left at this rate; empty before the first bytes. */
export function describePace(transfer: Pace): string {
  const { startedAt, updatedAt, bytesSent, bytesTotal = 0 } = transfer
  const perSecond = (bytesSent * 1_000) / (updatedAt - startedAt)
  if (!(perSecond > 0 && Number.isFinite(perSecond))) return ''
  const left = formatAge(Math.ceil(Math.max(0, bytesTotal - bytesSent) / perSecond))
  return t('{rate}/s, {left} left', { rate: formatBytes(perSecond), left })
}

export const monitorStates: StateWords = { started: [t('Started'), 'green'], stopped: [t('Stopped'), 'gray'] }
