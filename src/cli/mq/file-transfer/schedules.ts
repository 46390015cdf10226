/** `fteListScheduledTransfers` and `fteDeleteScheduledTransfer`. */

import { matchesName } from '../../../lib/text/wildcard.ts'
import type { ScheduleSpec, ScheduleStatus } from '../../../mft/index.ts'
import { renderScheduleTime } from '../../../mft/parsing/index.ts'
import { successResult } from '../../../runtime/mq/index.ts'
import { controlCommand } from '../common/options.ts'
import { commandAgent, openCoordinationView } from './agent-requests.ts'
import { inertOption, openCommandContext, readAgentName, requireValue, setOption } from './common-options.ts'

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
