/** GET /admin/mft/agent and /admin/mft/agent/{agent}: the agents of the coordination queue manager. */
import { matchesName } from '../../../../shared/lib/text/wildcard.ts'
import { parseValueSelection, type ValueReaders } from '../../../web/admin/attributes/attribute-selector.ts'
import { jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import type { RestDialect } from '../../../web/context/rest-dialect.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseChoiceParameter, parseQueryParameters } from '../../../web/http/request-input.ts'
import type { ShownAgent } from '../engine/index.ts'
import { openTransferAccess } from './transfer-access.ts'

type AgentRowContext = { readonly dialect: RestDialect; readonly now: number }

/** The attributes that are returned on request. */
const readers: ValueReaders<[agent: ShownAgent, context: AgentRowContext]> = {
  'general.description': ({ description }) => description,
  'general.statusAge': ({ publishedAt }, { now }) => renderAge(now - publishedAt),
  'general.version': ({ version }) => version,
  'general.level': ({ version }) => `sluice-${version}`,
  'general.statusPublicationRate': ({ statusPublicationRateSeconds: seconds }) => seconds,
  'general.statusPublishTime': ({ publishedAt }, { dialect }) => dialect.renderTimestamp(publishedAt),
  'general.maximumQueuedTransfers': ({ maximumQueuedTransfers: count }) => count,
  'general.maximumDestinationTransfers': ({ maximumDestinationTransfers: count }) => count,
  'general.maximumSourceTransfers': ({ maximumSourceTransfers: count }) => count,
  'general.operatingSystem': ({ operatingSystem }) => operatingSystem,
  'general.hostName': ({ hostName }) => hostName,
  'general.timeZone': ({ timeZone }) => timeZone,
  'qmgrConnection.qmgrName': ({ qmgrName }) => qmgrName,
  'qmgrConnection.transportType': () => 'bindings',
  'qmgrConnection.channelName': () => '',
  'qmgrConnection.hostName': () => '',
  'qmgrConnection.port': () => 0,
  'qmgrConnection.standbyHost': () => '',
}

const agentTypes = ['all', 'standard', 'connectDirectBridge', 'protocolBridge', 'embedded', 'sfgAgent'] as const
const agentStates = [
  ...['all', 'active', 'ready', 'starting', 'unreachable', 'stopped', 'endedUnexpectedly', 'noInformation'],
  ...['unknown', 'problem'],
] as const

export async function listAgents(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'name', 'type', 'state'])
  const type = parseChoiceParameter('type', query.type, agentTypes) ?? 'all'
  const state = parseChoiceParameter('state', query.state, agentStates) ?? 'all'
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
  const read = parseValueSelection('attributes', attributes, readers)
  return (agent: ShownAgent) => {
    const { name, type, state } = agent
    return { name, state, type, ...read(agent, { dialect, now: services.clock() }) }
  }
}

/** Renders a length of time as `HH:mm:ss`. */
function renderAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
