/** The options of `fteCreateTransfer` for a transfer that starts later, once or repeatedly. */
import { readLocalTimeZone } from '../../../lib/time/zoned-time.ts'
import type { ScheduleRequest } from '../../../mft/index.ts'
import { completeSchedule, repeatUnits, ScheduleTimeError, timeBases } from '../../../mft/parsing/index.ts'
import { MqCommandError, type MqOptions } from '../../../runtime/mq/index.ts'
import { lastValue, type ParsedOptions } from '../common/options.ts'
import { failureStatus, readNumber, readWord } from './common-options.ts'

export const scheduleOptions: MqOptions = {
  '-ss': { value: 'Time', help: 'the first start of a scheduled transfer: yyyy-MM-ddThh:mm or hh:mm' },
  '-tb': {
    value: 'Base',
    choices: timeBases,
    help: 'the clock of the times: this system, the source agent, or UTC',
  },
  '-oi': { value: 'Unit', choices: repeatUnits, help: 'repeat the transfer: the unit of the interval' },
  '-of': { value: 'Number', help: 'the number of units between two starts; 1 when absent' },
  '-oc': { value: 'Number', help: 'the number of starts; unlimited when absent' },
  '-es': { value: 'Time', help: 'the time after which the transfer does not start' },
}

/** Returns the schedule, or undefined for a transfer that starts at once. Throws `MqCommandError`. */
export function readSchedule(options: ParsedOptions, now: number): ScheduleRequest | undefined {
  requireOption(options, '-ss', 'the first start', ['-oi', '-of', '-oc', '-es', '-tb'])
  requireOption(options, '-oi', 'the unit of the interval', ['-of', '-oc', '-es'])
  const startTime = lastValue(options, '-ss')
  if (startTime === undefined) return undefined
  const repeat = {
    every: readNumber(options, '-of', { min: 1, max: 1_000_000 }) ?? 1,
    unit: readWord(options, '-oi', repeatUnits, 'days'),
    count: readNumber(options, '-oc', { min: 1, max: 1_000_000_000 }),
    endTime: lastValue(options, '-es'),
  }
  const timeBase = readWord(options, '-tb', timeBases, 'admin')
  const request = { startTime, timeBase, ...(options.values.has('-oi') && { repeat }) }
  try {
    return completeSchedule(request, readLocalTimeZone(), now)
  } catch (cause) {
    if (!(cause instanceof ScheduleTimeError)) throw cause
    const option = cause.member === 'startTime' ? '-ss' : '-es'
    throw new MqCommandError(failureStatus, `BFGCL0015E: ${option}: ${cause.message}.`, { cause })
  }
}

/** Throws `MqCommandError` when one of the dependent options stands without the required one. */
function requireOption(
  { values }: ParsedOptions,
  required: string,
  meaning: string,
  dependent: readonly string[],
): void {
  const alone = values.has(required) ? undefined : dependent.find((name) => values.has(name))
  if (alone !== undefined)
    throw new MqCommandError(failureStatus, `BFGCL0014E: ${alone} needs ${required}, ${meaning}.`)
}
