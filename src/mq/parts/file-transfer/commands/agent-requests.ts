/** Finds agents at the coordination queue manager, and sends commands to them. */
import type { ParsedOptions } from '../../../cli/common/options.ts'
import { type MqCommandResult, type MqHost, successResult } from '../../../runtime/index.ts'
import type { AgentCommand, AgentReply, CoordinationView, ShownAgent } from '../engine/index.ts'
import { type CommandContext, openCommandContext, orFail, TransferCommandError } from './common-options.ts'

/** The milliseconds after which an agent that has not replied does not run. */
export const replyTimeoutMs = 10_000

/** Returns what the coordination queue manager knows, when it has been read. */
export async function openCoordinationView({ transfer, set }: CommandContext): Promise<CoordinationView> {
  const view = transfer.view(set.coordinationQueueManager)
  await view.connected()
  return view
}

export async function listAgents(context: CommandContext): Promise<ShownAgent[]> {
  await openCoordinationView(context)
  return context.transfer.listAgents(context.set.coordinationQueueManager)
}

/** Returns an agent. Throws `MqCommandError` when the coordination queue manager knows none of this name. */
export async function findAgent(context: CommandContext, name: string): Promise<ShownAgent> {
  const found = (await listAgents(context)).find((agent) => agent.name === name)
  if (found) return found
  const { coordinationQueueManager } = context.set
  throw new TransferCommandError(
    `BFGCL0061E: the coordination queue manager ${coordinationQueueManager} knows no agent ${name}; fteListAgents lists them.`,
  )
}

/** Sends a command to an agent. Returns the reply, or undefined when the agent does not reply in time. */
export async function requestAgent(
  context: CommandContext,
  name: string,
  command: AgentCommand,
  waitMs = replyTimeoutMs,
): Promise<AgentReply | undefined> {
  const { qmgrName } = await findAgent(context, name)
  const { transfer, set } = context
  return (await orFail(transfer.send(set.commandQueueManager, { name, qmgrName }, command, { waitMs }))).reply
}

/** Sends a command and prints the reply. Throws `MqCommandError` when the agent rejects it or does not reply. */
export async function commandAgent(
  host: MqHost,
  options: ParsedOptions,
  name: string,
  command: AgentCommand,
): Promise<MqCommandResult> {
  const reply = await requestAgent(await openCommandContext(host, options), name, command)
  if (!reply)
    throw new TransferCommandError(`BFGCL0213W: agent ${name} did not respond; it takes the request when it runs.`)
  if (!reply.accepted) throw new TransferCommandError(reply.text)
  return successResult(reply.text)
}
