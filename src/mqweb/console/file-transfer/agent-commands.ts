/** Commands that an agent carries out: cancel a transfer, delete a schedule, start and stop a monitor. */
import type { AgentAddress, AgentCommand, ConfigSet, FileTransfer } from '../../../mft/index.ts'
import { isBroken } from '../../../mft/parsing/index.ts'
import { emptyResponse, type RestContext, type RestResponse } from '../../context/rest-context.ts'
import { RestError } from '../../errors/rest-error.ts'
import { openCommandAccess, openTransferAccess, sendAgentCommand } from '../../mft/transfer-access.ts'

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
