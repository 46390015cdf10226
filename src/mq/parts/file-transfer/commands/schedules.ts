/** `fteListScheduledTransfers` and `fteDeleteScheduledTransfer`. */
import { matchesName } from '../../../../shared/lib/text/wildcard.ts'
import { controlCommand, lastValue, type ParsedOptions } from '../../../cli/common/options.ts'
import { type MqOptions, successResult } from '../../../runtime/index.ts'
import type { ScheduleRequest, ScheduleSpec, ScheduleStatus } from '../engine/index.ts'
import {
  completeSchedule,
  renderScheduleTime,
  repeatUnits,
  ScheduleTimeError,
  timeBases,
} from '../engine/parsing/index.ts'
import { readLocalTimeZone } from '../zoned-time.ts'
import { commandAgent, openCoordinationView } from './agent-requests.ts'
import {
  inertOption,
  openCommandContext,
  readAgentName,
  readNumber,
  readWord,
  requireValue,
  setOption,
  TransferCommandError,
} from './common-options.ts'

export const fteListScheduledTransfers = controlCommand({
  name: 'fteListScheduledTransfers',
  summary: 'list the scheduled transfers of all agents',
  usage: '[-p Set] [AgentPattern]',
  options: { ...setOption, '-v': inertOption('everything is shown') },
  positionals: { min: 0, max: 1 },

  async run(options, host) {
    const view = await openCoordinationView(await openCommandContext(host, options))
    const lines = view.schedules
      .filter(({ agent }) => matchesName(options.positionals[0], agent.name))
      .flatMap(({ agent, schedules }) =>
        schedules.flatMap((schedule) => [
          ...describeSchedule(agent.name, schedule).map(([label, value]) => `${`${label}:`.padEnd(26)}${value}`),
          '',
        ]),
      )
    return successResult(...lines)
  },
})

/** Returns labels and values. Times are on the clock of the schedule. */
function describeSchedule(
  agentName: string,
  { id, spec, jobName, destinationAgent, sources, destinations, nextAt, runs }: ScheduleStatus,
): readonly (readonly [string, string])[] {
  const { startAt, timeBase, timeZone, repeat } = spec
  return [
    ['Schedule Identifier', id],
    ['Source Agent Name', agentName],
    ['Destination Agent Name', destinationAgent.name],
    ['Job Name', jobName],
    ['Schedule Start Time', renderScheduleTime(startAt, timeZone)],
    ['Next Transfer', renderScheduleTime(nextAt, timeZone)],
    ['Schedule Time Base', `${timeBase} (${timeZone})`],
    ['Repeat Interval', repeat?.unit ?? 'none'],
    ...(repeat ? describeRepeat(repeat, timeZone) : []),
    ['Transfers So Far', String(runs)],
    ['Source', sources.join(' ')],
    ['Destination', destinations.join(' ')],
  ]
}

function describeRepeat(
  { every, count, until }: NonNullable<ScheduleSpec['repeat']>,
  timeZone: string,
): readonly (readonly [string, string])[] {
  return [
    ['Repeat Frequency', String(every)],
    ['Repeat Count', count === undefined ? 'unlimited' : String(count)],
    ['Schedule End Time', until === undefined ? 'none' : renderScheduleTime(until, timeZone)],
  ]
}

export const fteDeleteScheduledTransfer = controlCommand({
  name: 'fteDeleteScheduledTransfer',
  summary: 'delete a scheduled transfer',
  usage: '-agentName Agent [-p Set] ScheduleId',
  options: {
    '-agentName': { value: 'Agent', help: 'the source agent of the scheduled transfer' },
    '-m': inertOption('the queue manager of the agent is known', 'QMgrName'),
    ...setOption,
  },
  positionals: { min: 1, max: 1 },

  async run(options, host) {
    const name = readAgentName(requireValue(options, '-agentName'))
    const id = (options.positionals[0] as string).toUpperCase()
    return commandAgent(host, options, name, { type: 'deleteSchedule', id })
  },
})

export const scheduleOptions: MqOptions = {
  '-ss': { value: 'Time', help: 'the first start of a scheduled transfer: yyyy-MM-ddThh:mm or hh:mm' },
  '-tb': { value: 'Base', choices: timeBases, help: 'the clock of the times: this system, the source agent, or UTC' },
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
  const request = { startTime, timeBase, repeat: options.values.has('-oi') ? repeat : undefined }
  try {
    return completeSchedule(request, readLocalTimeZone(), now)
  } catch (cause) {
    if (!(cause instanceof ScheduleTimeError)) throw cause
    const option = cause.member === 'startTime' ? '-ss' : '-es'
    throw new TransferCommandError(`BFGCL0015E: ${option}: ${cause.message}.`, { cause })
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
  if (alone !== undefined) throw new TransferCommandError(`BFGCL0014E: ${alone} needs ${required}, ${meaning}.`)
}
