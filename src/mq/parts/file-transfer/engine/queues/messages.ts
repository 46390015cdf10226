/** Messages between agents: commands on command queues, and replies of destination agents to source agents. */
import type { Connection, Destination, PutOptions } from '../../../../manager/index.ts'
import type { AgentCommand, AgentReply } from '../types/command.ts'
import { type DestinationReply, parseAgentJson } from '../types/frame.ts'
import { agentQueueName, formats } from '../types/names.ts'
import type { AgentAddress } from '../types/request.ts'

export interface SentCommand {
  /** The id of the command: that of a transfer or a schedule. */
  readonly id: string
  /** Undefined when the agent did not reply in time. */
  readonly reply: AgentReply | undefined
}

export interface SendOptions {
  /** The time to wait for the reply; 0 does not ask for one. */
  readonly waitMs: number
  readonly signal?: AbortSignal
}

/** Rejects with an `MqError`, for example 2085 when the queue manager has no queue of the agent. */
export async function sendCommand(
  connection: Connection,
  agent: AgentAddress,
  command: AgentCommand,
  { waitMs, signal }: SendOptions,
): Promise<SentCommand> {
  if (waitMs === 0) return { id: toTransferId(await putCommand(connection, agent, command)), reply: undefined }
  const queue = await connection.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE')
  const replyTo = { queue, queueManager: connection.manager.name }
  const messageId = await putCommand(connection, agent, command, { replyTo })
  const reply = await connection.get(queue, { correlationId: messageId, waitMs, signal })
  const content = reply && (parseAgentJson(reply.body) as AgentReply)
  return { id: toTransferId(messageId), reply: content }
}

/** Puts a command to the command queue of an agent. Returns the message id. Rejects with an `MqError`. */
export async function putCommand(
  connection: Connection,
  { name, qmgrName: queueManager }: AgentAddress,
  command: AgentCommand,
  { replyTo, unitOfWork }: PutOptions & { readonly replyTo?: Destination } = {},
): Promise<Buffer> {
  const message = {
    body: Buffer.from(JSON.stringify(command)),
    format: formats.command,
    persistence: 'persistent' as const,
    replyTo,
  }
  const target = { queue: agentQueueName('COMMAND', name), queueManager }
  const { messageId } = await connection.put(target, message, { unitOfWork })
  return messageId
}

/** A transfer has the id of the message that asked for it, in hexadecimal digits. */
export function toTransferId(messageId: Buffer): string {
  return messageId.toString('hex').toUpperCase()
}

/** A reply that is older is of no use: the source has asked again. */
const lifetimeMs = 150_000

export async function putReply(
  connection: Connection,
  { name, qmgrName }: AgentAddress,
  reply: DestinationReply,
): Promise<void> {
  const target = { queue: agentQueueName('REPLY', name), queueManager: qmgrName }
  const body = Buffer.from(JSON.stringify(reply))
  await connection.put(target, { body, format: formats.reply, persistence: 'nonPersistent', expiry: lifetimeMs })
}
