/** GET /admin/mft/agent and /admin/mft/agent/{agent}: the agents of the coordination queue manager. */
import { matchesName } from '../../lib/text/wildcard.ts'
import type { ShownAgent } from '../../mft/index.ts'
import { nestDottedPaths } from '../admin/attributes/attribute-row.ts'
import { parseAttributeSelector } from '../admin/attributes/attribute-selector.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryParameters } from '../http/query-parameters.ts'
import { openTransferAccess } from './transfer-access.ts'

type AgentRowContext = { readonly dialect: RestDialect; readonly now: number }

type AgentRow = readonly [name: string, read: (agent: ShownAgent, context: AgentRowContext) => unknown]

/** The attributes that are returned on request. */
const rows: readonly AgentRow[] = [
  ['general.description', ({ description }) => description],
  ['general.statusAge', ({ publishedAt }, { now }) => renderAge(now - publishedAt)],
  ['general.version', ({ version }) => version],
  ['general.level', ({ version }) => `sluice-${version}`],
  ['general.statusPublicationRate', ({ statusPublicationRateSeconds: seconds }) => seconds],
  ['general.statusPublishTime', ({ publishedAt }, { dialect }) => dialect.renderTimestamp(publishedAt)],
  ['general.maximumQueuedTransfers', ({ maximumQueuedTransfers: count }) => count],
  ['general.maximumDestinationTransfers', ({ maximumDestinationTransfers: count }) => count],
  ['general.maximumSourceTransfers', ({ maximumSourceTransfers: count }) => count],
  ['general.operatingSystem', ({ operatingSystem }) => operatingSystem],
  ['general.hostName', ({ hostName }) => hostName],
  ['general.timeZone', ({ timeZone }) => timeZone],
  ['qmgrConnection.qmgrName', ({ qmgrName }) => qmgrName],
  ['qmgrConnection.transportType', () => 'bindings'],
  ['qmgrConnection.channelName', () => ''],
  ['qmgrConnection.hostName', () => ''],
  ['qmgrConnection.port', () => 0],
  ['qmgrConnection.standbyHost', () => ''],
]
const names = rows.map(([name]) => name)

const agentTypes = ['all', 'standard', 'connectDirectBridge', 'protocolBridge', 'embedded', 'sfgAgent'] as const
const agentStates = [
  ...['all', 'active', 'ready', 'starting', 'unreachable', 'stopped', 'endedUnexpectedly', 'noInformation'],
  ...['unknown', 'problem'],
] as const

export async function listAgents(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'name', 'type', 'state'])
  const { type = 'all', state = 'all' } = query
  requireWord('type', type, agentTypes)
  requireWord('state', state, agentStates)
  const render = createRenderer(context, query.attributes)
  const { transfer, coordinationQueueManager: qmgr } = await openTransferAccess(context)
  const agent = transfer
    .listAgents(qmgr)
    .filter((each) => matchesName(query.name, each.name))
    .filter((each) => (type === 'all' || each.type === type) && (state === 'all' || each.state === state))
  return jsonResponse(200, { agent: agent.map(render) })
}

export async function showAgent(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes'])
  const render = createRenderer(context, query.attributes)
  const name = context.params.agent as string
  const { transfer, coordinationQueueManager: qmgr } = await openTransferAccess(context)
  const found = transfer.listAgents(qmgr).find((each) => each.name === name.toUpperCase())
  if (!found) throw new RestError('MQWB0408E', [name])
  return jsonResponse(200, { agent: [render(found)] })
}

function createRenderer({ dialect, services }: RestContext, attributes: string | undefined) {
  const wanted = parseAttributeSelector('attributes', attributes, names)
  const shown = rows.filter(([name]) => wanted(name))
  return (agent: ShownAgent) => {
    const { name, type, state } = agent
    const context = { dialect, now: services.clock() }
    const values = shown.map(([attribute, read]) => [attribute, read(agent, context)] as const)
    return { name, state, type, ...nestDottedPaths(values) }
  }
}

/** Throws MQWB0013E for a value that is not one of the words. */
export function requireWord(parameter: string, value: string, words: readonly string[]): void {
  if (!words.includes(value))
    throw new RestError('MQWB0013E', [value, parameter, `it must be one of ${words.join(', ')}`])
}

/** Renders a length of time as `HH:mm:ss`. */
function renderAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
