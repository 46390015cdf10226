/** `fteListScheduledTransfers` and `fteDeleteScheduledTransfer`. */
import { type MqCommand, type MqOptions, successResult } from '../../../runtime/mq/index.ts'
import { parseOptions } from '../common/options.ts'
import { commandAgent, openCoordinationView } from './agent-requests.ts'
import { inertOption, openCommandContext, readAgentName, requireValue, setOption } from './common-options.ts'
import { matchesGeneric } from './generic-name.ts'

const listOptions: MqOptions = { ...setOption, '-v': inertOption('everything is shown') }

export const fteListScheduledTransfers: MqCommand = {
  name: 'fteListScheduledTransfers',
  summary: 'list the scheduled transfers of all agents',
  usage: '[-p Set] [AgentPattern]',
  options: listOptions,

  async run(args, host) {
    const options = parseOptions(args, { options: listOptions, positionals: { min: 0, max: 1 } })
    const view = await openCoordinationView(await openCommandContext(host, options))
    const lines = view.schedules
      .filter(({ agent }) => matchesGeneric(options.positionals[0], agent.name))
      .flatMap(({ agent, schedules }) =>
        schedules.flatMap(({ id, spec, jobName, destinationAgent, sources, destinations, nextAt, runs }) => {
          const { repeat } = spec
          const facts: [string, string][] = [
            ['Schedule Identifier', id],
            ['Source Agent Name', agent.name],
            ['Destination Agent Name', destinationAgent.name],
            ['Job Name', jobName],
            ['Schedule Start Time', `${spec.startTime} (${spec.timeBase})`],
            ['Next Transfer', new Date(nextAt).toISOString()],
            ['Repeat', repeat ? `every ${repeat.every} ${repeat.unit}` : 'none'],
            ['Transfers So Far', String(runs)],
            ['Source', sources.join(' ')],
            ['Destination', destinations.join(' ')],
          ]
          return [...facts.map(([fact, value]) => `${`${fact}:`.padEnd(26)}${value}`), '']
        }),
      )
    return successResult(...lines)
  },
}

const deleteOptions: MqOptions = {
  '-agentName': { value: 'Agent', help: 'the source agent of the scheduled transfer' },
  '-m': inertOption('the queue manager of the agent is known', 'QMgrName'),
  ...setOption,
}

export const fteDeleteScheduledTransfer: MqCommand = {
  name: 'fteDeleteScheduledTransfer',
  summary: 'delete a scheduled transfer',
  usage: '-agentName Agent [-p Set] ScheduleId',
  options: deleteOptions,

  async run(args, host) {
    const options = parseOptions(args, { options: deleteOptions, positionals: { min: 1, max: 1 } })
    const name = readAgentName(requireValue(options, '-agentName'))
    const id = (options.positionals[0] as string).toUpperCase()
    return commandAgent(host, options, name, { type: 'deleteSchedule', id })
  },
}
