/** GET, POST and DELETE of /admin/mft/monitor: resource monitors. */
import { matchesName } from '../../../../shared/lib/text/wildcard.ts'
import { parseValueSelection, type ValueReaders } from '../../../web/admin/attributes/attribute-selector.ts'
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseChoiceParameter, parseQueryParameters, readJsonObjectBody } from '../../../web/http/request-input.ts'
import type { ItemSpec, MonitorDefinition, MonitorStatus } from '../engine/index.ts'
import { openCommandAccess, openTransferAccess, resourceUrl, sendAgentCommand, waitUntil } from './transfer-access.ts'
import { originatorOf, readMonitor } from './transfer-body.ts'

const replyTimeoutMs = 10_000

export async function listMonitors(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'name', 'type', 'state', 'agentName'])
  const type = parseChoiceParameter('type', query.type, ['all', 'directory', 'queue']) ?? 'all'
  const state = parseChoiceParameter('state', query.state, ['all', 'started', 'stopped']) ?? 'all'
  const render = createRenderer(query.attributes)
  const { view } = await openTransferAccess(context)
  const monitor = view.monitors
    .filter(({ definition }) => matchesName(query.name, definition.name))
    .filter(({ agent }) => matchesName(query.agentName, agent.name))
    .filter(({ definition }) => type === 'all' || definition.type === type)
    .filter((each) => state === 'all' || each.state === state)
  return jsonResponse(200, { monitor: monitor.map(render) })
}

export async function showMonitor(context: RestContext): Promise<RestResponse> {
  const query = parseQueryParameters(context, ['attributes', 'agentName'])
  const render = createRenderer(query.attributes)
  const { view } = await openTransferAccess(context)
  const found = findMonitors(context, view.monitors, query.agentName)
  return jsonResponse(200, { monitor: found.map(render) })
}

export async function createMonitor(context: RestContext): Promise<RestResponse> {
  const access = await openCommandAccess(context)
  parseQueryParameters(context, [])
  const { agent, definition } = readMonitor(await readJsonObjectBody(context.request), originatorOf(context))
  const { qmgrName } = definition.task.sourceAgent
  const command = { type: 'createMonitor', definition, replaces: false } as const
  const waitMs = context.principal.privileged ? replyTimeoutMs : 0
  const { reply } = await sendAgentCommand(context, access, { name: agent, qmgrName }, command, waitMs)
  if (reply && !reply.accepted) throw new RestError('MQWB0410E', [definition.name, reply.text])
  // Without a reply the agent is stopped, and creates the monitor when it starts.
  const headers = { Location: resourceUrl(context, definition.name) }
  if (!reply) return { status: 202, headers }
  const qmgr = context.services.settings().properties.mqRestMftCoordinationQmgr
  const isVisible = () => access.transfer.view(qmgr).monitors.some((each) => each.definition.name === definition.name)
  if (qmgr !== '') await waitUntil(isVisible)
  return emptyResponse(201, headers)
}

export async function deleteMonitor(context: RestContext): Promise<RestResponse> {
  const { agentName } = parseQueryParameters(context, ['agentName'])
  const { view } = await openTransferAccess(context)
  const [found, other] = findMonitors(context, view.monitors, agentName)
  if (!found) throw new RestError('MQWB0409E', [context.params.monitor as string])
  if (other) {
    const agents = `monitors of this name belong to ${found.agent.name} and ${other.agent.name}`
    throw new RestError('MQWB0013E', ['', 'agentName', agents])
  }
  const access = await openCommandAccess(context)
  const { name } = found.definition
  const waitMs = context.principal.privileged ? replyTimeoutMs : 0
  const { reply } = await sendAgentCommand(context, access, found.agent, { type: 'deleteMonitor', name }, waitMs)
  if (reply && !reply.accepted) throw new RestError('MQWB0410E', [name, reply.text])
  if (!reply) return { status: 202 }
  await waitUntil(() => !view.monitors.includes(found))
  return emptyResponse(204)
}

/** Returns the monitors of the name in the path. Throws MQWB0409E when there is none. */
function findMonitors(
  { params }: RestContext,
  monitors: readonly MonitorStatus[],
  agentName: string | undefined,
): MonitorStatus[] {
  const name = (params.monitor as string).toUpperCase()
  const ofName = monitors.filter(({ definition }) => definition.name === name)
  const found = ofName.filter(({ agent }) => matchesName(agentName, agent.name))
  if (found.length === 0) throw new RestError('MQWB0409E', [name])
  return found
}

/** The attributes that are returned on request. */
const readers: ValueReaders<[definition: MonitorDefinition]> = {
  'general.pollInterval': ({ pollInterval }) => pollInterval,
  'general.pollIntervalUnit': ({ pollUnit }) => pollUnit,
  'general.matchesPerTask': ({ matchesPerTask }) => matchesPerTask,
  'resource.name': ({ resource }) => resource,
  'resource.recursionLevel': ({ type, recursionLevel }) => (type === 'directory' ? recursionLevel : undefined),
  'triggerCondition.type': ({ trigger }) => trigger.type,
  'triggerCondition.includePattern': ({ type, pattern }) => (type === 'directory' ? pattern.include : undefined),
  'triggerCondition.excludePattern': ({ type, pattern }) => (type === 'directory' ? pattern.exclude : undefined),
  'triggerCondition.matchPattern': ({ type, pattern }) => (type === 'directory' ? pattern.syntax : undefined),
  'triggerCondition.noFileSizeChangePollCount': ({ trigger }) =>
    trigger.type === 'noChangeInSize' ? trigger.polls : undefined,

  'triggerCondition.fileSize': ({ trigger }) => (trigger.type === 'sizeGreaterOrEqualTo' ? trigger.bytes : undefined),
  'triggerCondition.fileSizeUnit': ({ trigger }) => (trigger.type === 'sizeGreaterOrEqualTo' ? 'bytes' : undefined),
  'transferDefinition.sourceAgent': ({ task }) => task.sourceAgent,
  'transferDefinition.destinationAgent': ({ task }) => task.destinationAgent,
  'transferDefinition.originator': ({ originator }) => originator,
  'transferDefinition.jobName': ({ task }) => task.jobName,
  'transferDefinition.transferSet': ({ task }) => ({
    item: task.items.map(renderItemSpec),
    priority: task.priority,
    recoveryTimeout: task.recoveryTimeoutSeconds,
  }),

  userProperties: ({ task }) => task.metadata,
}

function createRenderer(attributes: string | undefined) {
  const read = parseValueSelection('attributes', attributes, readers)
  return ({ agent, definition, state }: MonitorStatus) => {
    return { name: definition.name, type: definition.type, agentName: agent.name, state, ...read(definition) }
  }
}

function renderItemSpec({ mode, checksum, source, destination }: ItemSpec) {
  return {
    mode,
    checksum,
    source: { type: source.type, name: source.name, recursive: source.recursive, disposition: source.disposition },
    destination: { type: destination.type, name: destination.name, actionIfExists: destination.actionIfExists },
  }
}
