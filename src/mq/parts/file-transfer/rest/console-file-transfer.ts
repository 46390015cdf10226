/** File transfer in the console: the lists of transfers and schedules, and commands that an agent carries out. */
import { emptyResponse, jsonResponse, type RestContext, type RestResponse } from '../../../web/context/rest-context.ts'
import { RestError } from '../../../web/errors/rest-error.ts'
import { parseQueryParameters } from '../../../web/http/request-input.ts'
import type { ScheduledTransfer, TransferChanges, TransferSummary } from '../contract/file-transfer.ts'
import type {
  AgentAddress,
  AgentCommand,
  ConfigSet,
  FileTransfer,
  ScheduleSpec,
  TransferEvent,
} from '../engine/index.ts'
import { isBroken, monitorNameKey } from '../engine/parsing/index.ts'
import { openCommandAccess, openTransferAccess, sendAgentCommand } from './transfer-access.ts'

const maxTransfers = 1000

/** GET /mft/transfers: the latest transfers without items, or those that changed since the revision `since`. */
export async function listConsoleTransfers(context: RestContext): Promise<RestResponse> {
  const { since = '' } = parseQueryParameters(context, ['since'])
  const { view } = await openTransferAccess(context)
  const { transfers } = view
  const [epoch, number] = since.split('.')
  const known = Number(number)
  const complete = epoch !== transfers.epoch || !(known >= 0 && known <= transfers.revision)
  const changes: TransferChanges = {
    complete,
    total: transfers.size,
    transfer: transfers.listChanged(complete ? -1 : known, maxTransfers).map(renderTransfer),
    revision: `${transfers.epoch}.${transfers.revision}`,
  }
  return jsonResponse(200, changes)
}

/** Times are in milliseconds since the epoch. */
function renderTransfer(event: TransferEvent): TransferSummary {
  const { id, sourceAgent, destinationAgent, originator, jobName, state, description } = event
  const { startedAt, publishedAt, endedAt, bytesSent, bytesTotal, numberOfFiles, retryCount } = event
  const { numberOfFileSuccesses, numberOfFileFailures, numberOfFileWarnings } = event
  const monitor = event.metadata[monitorNameKey]
  return {
    id,
    state,
    description,
    jobName,
    startedAt,
    updatedAt: publishedAt,
    endedAt,
    bytesSent,
    bytesTotal,
    retryCount,
    monitor,
    sourceAgent: sourceAgent.name,
    destinationAgent: destinationAgent.name,
    user: originator.userId,
    numberOfFiles,
    numberOfFileSuccesses,
    numberOfFileFailures,
    numberOfFileWarnings,
  }
}

/** GET /mft/schedule: the transfers that start later. Times are in milliseconds since the epoch. */
export async function listSchedules(context: RestContext): Promise<RestResponse> {
  parseQueryParameters(context, [])
  const { view } = await openTransferAccess(context)
  const schedule: ScheduledTransfer[] = view.schedules.flatMap(({ agent, schedules }) =>
    schedules.map(({ id, spec, jobName, destinationAgent, originator, sources, destinations, ...times }) => ({
      id,
      jobName,
      sources: [...sources],
      destinations: [...destinations],
      user: originator.userId,
      sourceAgent: agent.name,
      destinationAgent: destinationAgent.name,
      ...renderRepeat(spec.repeat),
      nextAt: times.nextAt,
      runs: times.runs,
    })),
  )
  return jsonResponse(200, { schedule })
}

function renderRepeat(repeat: ScheduleSpec['repeat']): Pick<ScheduledTransfer, 'repeat'> {
  if (!repeat) return {}
  const { every, unit, count, until } = repeat
  return { repeat: { every, unit, count, until } }
}

const replyTimeoutMs = 10_000

/** POST /mft/transfers/{transfer}/cancel */
export async function cancelTransfer(context: RestContext): Promise<RestResponse> {
  const { view } = await openTransferAccess(context)
  const id = (context.params.transfer as string).toUpperCase()
  const found = view.transfers.find(id)
  if (!found) throw new RestError('MQWB0401E', [id])
  return send(context, found.event.sourceAgent, { type: 'cancelTransfer', id }, id)
}

/** DELETE /mft/schedule/{schedule} */
export async function deleteSchedule(context: RestContext): Promise<RestResponse> {
  const { view } = await openTransferAccess(context)
  const id = context.params.schedule as string
  const found = view.schedules.find(({ schedules }) => schedules.some((each) => each.id === id))
  if (!found) throw new RestError('MQWB0413E', [id])
  return send(context, found.agent, { type: 'deleteSchedule', id }, id)
}

/** POST /mft/agent/{agent}/monitor/{monitor}/start */
export function startMonitor(context: RestContext): Promise<RestResponse> {
  return controlMonitor(context, 'startMonitor')
}

/** POST /mft/agent/{agent}/monitor/{monitor}/stop */
export function stopMonitor(context: RestContext): Promise<RestResponse> {
  return controlMonitor(context, 'stopMonitor')
}

async function controlMonitor(context: RestContext, type: 'startMonitor' | 'stopMonitor'): Promise<RestResponse> {
  const { view } = await openTransferAccess(context)
  const name = (context.params.monitor as string).toUpperCase()
  const agentName = (context.params.agent as string).toUpperCase()
  const found = view.monitors.find(({ agent, definition }) => definition.name === name && agent.name === agentName)
  if (!found) throw new RestError('MQWB0409E', [name])
  return send(context, found.agent, { type, name }, name)
}

/** Responds with 204 when the agent has accepted the command, and with 202 when it is stopped and does it later. */
async function send(
  context: RestContext,
  agent: AgentAddress,
  command: AgentCommand,
  about: string,
): Promise<RestResponse> {
  const access = await openCommandAccess(context)
  const { reply } = await sendAgentCommand(context, access, agent, command, replyTimeoutMs)
  if (reply && !reply.accepted) throw new RestError('MQWB0410E', [about, reply.text])
  return reply ? emptyResponse(204) : { status: 202 }
}

/** The agent starts now, and again whenever its queue manager starts. */
export async function startTransferAgent(context: RestContext): Promise<RestResponse> {
  const { transfer, set, name } = await findLocalAgent(context)
  await transfer.config.setStarted(set, name, true)
  await transfer.agents.startAgents()
  const failure = transfer.agents.find(name) ? undefined : transfer.agents.explainFailure(name)
  if (failure !== undefined) throw new RestError('MQWB0412E', [name, failure])
  return emptyResponse(204)
}

/** The transfers of the agent continue when it starts again. */
export async function stopTransferAgent(context: RestContext): Promise<RestResponse> {
  const { transfer, set, name } = await findLocalAgent(context)
  await transfer.config.setStarted(set, name, false)
  await transfer.agents.stop(name)
  return emptyResponse(204)
}

async function findLocalAgent(
  context: RestContext,
): Promise<{ readonly transfer: FileTransfer; readonly set: ConfigSet; readonly name: string }> {
  const { transfer, coordinationQueueManager } = await openTransferAccess(context)
  const name = (context.params.agent as string).toUpperCase()
  for (const set of await transfer.config.listSets()) {
    if (set.coordinationQueueManager !== coordinationQueueManager) continue
    const agent = await transfer.config.findAgent(set, name)
    if (agent && isBroken(agent)) throw new RestError('MQWB0412E', [name, agent.reason])
    if (agent) return { transfer, set, name }
  }
  const isElsewhere = transfer.listAgents(coordinationQueueManager).some((each) => each.name === name)
  throw new RestError(isElsewhere ? 'MQWB0411E' : 'MQWB0408E', [name])
}
