/** `fteListAgents`, `fteShowAgentDetails` and `ftePingAgent`. */
import { matchesName } from '../../../../shared/lib/text/wildcard.ts'
import { controlCommand } from '../../../cli/common/options.ts'
import { MqCommandError, type MqOptions, successResult } from '../../../runtime/index.ts'
import { findAgent, listAgents, requestAgent } from './agent-requests.ts'
import { inertOption, openCommandContext, readAgentName, readNumber, renderTable, setOption } from './common-options.ts'

const listOptions: MqOptions = { ...setOption, '-v': { help: 'show the transfers of each agent as well' } }

export const fteListAgents = controlCommand({
  name: 'fteListAgents',
  summary: 'list the agents of the coordination queue manager',
  usage: '[-p Set] [-v] [Pattern]',
  options: listOptions,
  positionals: { min: 0, max: 1 },

  async run(options, host) {
    const agents = await listAgents(await openCommandContext(host, options))
    const shown = agents.filter(({ name }) => matchesName(options.positionals[0], name))
    const isLong = options.flags.has('-v')
    const header = [
      'Agent Name:',
      'Queue Manager Name:',
      'Status:',
      ...(isLong ? ['Transfers: (Source/Destination)'] : []),
    ]
    const rows = shown.map((agent) => [
      ...[agent.name, agent.qmgrName, agent.state.toUpperCase()],
      ...(isLong ? [`${agent.sourceTransfers.length}/${agent.destinationTransfers.length}`] : []),
    ])
    return successResult(...renderTable(header, rows))
  },
})

export const fteShowAgentDetails = controlCommand({
  name: 'fteShowAgentDetails',
  summary: 'show what is known of an agent',
  usage: '[-p Set] [-v] Agent',
  options: { ...setOption, '-v': { help: 'show every transfer' }, '-d': inertOption('all that is known is shown') },
  positionals: { min: 1, max: 1 },

  async run(options, host) {
    const name = readAgentName(options.positionals[0])
    const agent = await findAgent(await openCommandContext(host, options), name)
    const facts: [string, string | number][] = [
      ['Name', agent.name],
      ['Description', agent.description],
      ['Type', 'Standard'],
      ['Operating System', agent.operatingSystem],
      ['Host Name', agent.hostName],
      ['Time Zone', agent.timeZone],
      ['Product Version', agent.version],
      ['Status', agent.state.toUpperCase()],
      ['Status Publication Rate', `${agent.statusPublicationRateSeconds} seconds`],
      ['Status Publish Time', new Date(agent.publishedAt).toISOString()],
      ['Queue Manager', agent.qmgrName],
      ['Maximum Source Transfers', agent.maximumSourceTransfers],
      ['Maximum Destination Transfers', agent.maximumDestinationTransfers],
      ['Source Transfers', agent.sourceTransfers.length],
      ['Destination Transfers', agent.destinationTransfers.length],
    ]
    const lines = facts.map(([fact, value]) => `    ${`${fact}:`.padEnd(34)}${value}`)
    const transfers = [...agent.sourceTransfers, ...agent.destinationTransfers]
    const list = options.flags.has('-v') ? transfers.map(({ id, state }) => `    ${id}  ${state}`) : []
    return successResult('Agent Information:', ...lines, ...list)
  },
})

export const ftePingAgent = controlCommand({
  name: 'ftePingAgent',
  summary: 'ask an agent for a response',
  usage: '[-p Set] [-w Seconds] Agent',
  options: {
    '-m': inertOption('the queue manager of the agent is known', 'QMgrName'),
    ...setOption,
    '-w': { value: 'Seconds', help: 'the time to wait for the response; 5 seconds when absent' },
  },
  positionals: { min: 1, max: 1 },

  async run(options, host) {
    const name = readAgentName(options.positionals[0])
    const seconds = readNumber(options, '-w', { min: 1, max: 3600 }) ?? 5
    const reply = await requestAgent(await openCommandContext(host, options), name, { type: 'ping' }, seconds * 1000)
    if (reply) return successResult(reply.text)
    throw new MqCommandError(2, `BFGCL0214I: agent ${name} did not respond within ${seconds} seconds.`)
  },
})
