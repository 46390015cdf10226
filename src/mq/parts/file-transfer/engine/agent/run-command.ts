/** Runs the commands on the command queue of an agent: a table by type. */
import type { Message, UnitOfWork } from '../../../../manager/index.ts'
import { agentAddress } from '../config/agent-settings.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import type { AfterCommit } from '../queues/journal.ts'
import { toTransferId } from '../queues/messages.ts'
import { countOutcomes } from '../sending/transfer-status.ts'
import { type AgentCommand, type AgentReply, CommandRejectedError } from '../types/command.ts'
import { formats, topics } from '../types/names.ts'
import type { TransferEvent } from '../types/publications.ts'
import { isTemporary } from '../types/queue-errors.ts'
import type { TransferRequest } from '../types/request.ts'
import type { AgentParts } from './agent.ts'
import { findMissingAuthority, parseAgentCommand } from './check-command.ts'

/** Returns what happens after the commit. Throws `CommandRejectedError`. */
type Handler<Type extends AgentCommand['type']> = (
  command: Extract<AgentCommand, { type: Type }>,
  parts: AgentParts,
  message: Message,
  unit: UnitOfWork,
) => Promise<HandledCommand>

interface HandledCommand {
  /** The reply; undefined when the end of a transfer replies. */
  readonly reply?: AgentReply
  readonly after?: AfterCommit
}

const handlers: { readonly [Type in AgentCommand['type']]: Handler<Type> } = {
  async transfer({ request, schedule, repliesAtEnd = false }, { outgoing, schedules }, message, unit) {
    const id = toTransferId(message.messageId)
    if (schedule) {
      const text = `BFGCL0522I: transfer ${id} is scheduled.`
      return { reply: { accepted: true, text, transfer: id }, after: await schedules.add(id, schedule, request, unit) }
    }
    const replyTo = repliesAtEnd ? message.replyTo : undefined
    const after = await outgoing.add(id, request, replyTo, unit)
    if (repliesAtEnd) return { after }
    return { reply: { accepted: true, text: `BFGCL0523I: transfer ${id} has started.`, transfer: id }, after }
  },

  async cancelTransfer({ id }, { outgoing }) {
    const transfer = outgoing.find(id)
    if (!transfer) throw new CommandRejectedError(`BFGCL0524E: the agent has no transfer ${id} in progress.`)
    const text = `BFGCL0525I: transfer ${id} is being cancelled.`
    return { reply: { accepted: true, text, transfer: id }, after: () => transfer.cancel() }
  },

  async deleteSchedule({ id }, { deps, schedules }, { userId }, unit) {
    const { request, after } = await schedules.remove(id, unit)
    const description = `BFGCL0526I: scheduled transfer ${id} is deleted.`
    await publishUnstarted({ id, state: 'deleted', description, request, userId }, deps, unit)
    return { reply: { accepted: true, text: description }, after }
  },

  async createMonitor({ definition, replaces }, { monitors }, _, unit) {
    const after = await monitors.add(definition, replaces, unit)
    return { reply: { accepted: true, text: `BFGCL0527I: monitor ${definition.name} is created.` }, after }
  },

  async deleteMonitor({ name }, { monitors }, _, unit) {
    const after = await monitors.remove(name, unit)
    return { reply: { accepted: true, text: `BFGCL0528I: monitor ${name} is deleted.` }, after }
  },

  async startMonitor({ name }, { monitors }, _, unit) {
    const after = await monitors.setRunning(name, true, unit)
    return { reply: { accepted: true, text: `BFGCL0529I: monitor ${name} is started.` }, after }
  },

  async stopMonitor({ name }, { monitors }, _, unit) {
    const after = await monitors.setRunning(name, false, unit)
    return { reply: { accepted: true, text: `BFGCL0530I: monitor ${name} is stopped.` }, after }
  },

  async ping(_, { deps }) {
    return { reply: { accepted: true, text: `BFGCL0213I: agent ${deps.settings.name} responded to ping.` } }
  },
}

/** Runs a command in the unit of work that removes its message. Returns what happens after the commit. */
export async function runCommand(message: Message, parts: AgentParts, unit: UnitOfWork): Promise<AfterCommit> {
  const { connection, log, settings } = parts.deps
  let command: AgentCommand | undefined
  let handled: HandledCommand
  try {
    command = parseCommand(message)
    await requireAuthority(command, message, parts.deps)
    handled = await handlers[command.type](command as never, parts, message, unit)
  } catch (error) {
    // Only a temporary error is worth another attempt: the same command would fail again for every other reason.
    if (isTemporary(error)) throw error
    const { message: text } = error as Error
    log.warn({ agent: settings.name, reason: text }, 'a command was rejected')
    handled = { reply: { accepted: false, text } }
    const state = error instanceof CommandRejectedError ? error.state : undefined
    // The rejected command may have asked for a transfer, which ends with that.
    if (state !== undefined && (!command || command.type === 'transfer')) {
      const transfer = { id: toTransferId(message.messageId), state, description: text, userId: message.userId }
      await publishUnstarted({ ...transfer, request: command?.request ?? {} }, parts.deps, unit)
    }
  }
  if (handled.reply && message.replyTo) {
    const body = Buffer.from(JSON.stringify(handled.reply))
    const { messageId: correlationId, replyTo } = message
    const reply = { body, format: formats.reply, correlationId, persistence: 'nonPersistent' as const }
    // The program that asked may have ended, and its queue with it.
    await connection.put(replyTo, reply, { unitOfWork: unit }).catch(() => undefined)
  }
  return handled.after
}

/** Throws `CommandRejectedError`. */
function parseCommand({ body }: Message): AgentCommand {
  try {
    return parseAgentCommand(body)
  } catch (error) {
    const text = `BFGCL0531E: the message is not a command: ${(error as Error).message}.`
    throw new CommandRejectedError(text, 'malformed')
  }
}

/** Rejects with `CommandRejectedError`. */
async function requireAuthority(
  command: AgentCommand,
  { userId }: Message,
  { settings, connection }: AgentDeps,
): Promise<void> {
  if (!settings.checksAuthority) return
  const missing = await findMissingAuthority(connection.manager, settings.name, command, userId)
  if (missing !== undefined) throw new CommandRejectedError(missing, 'notAuthorized')
}

interface UnstartedTransfer {
  readonly id: string
  readonly state: 'malformed' | 'notAuthorized' | 'deleted'
  readonly description: string
  /** The members of the request that are known. */
  readonly request: Partial<TransferRequest>
  /** The user who sent the command. */
  readonly userId: string
}

/** Publishes in the unit of work that removes the command. */
async function publishUnstarted(
  { id, state, description, request, userId }: UnstartedTransfer,
  { settings, publisher, clock }: AgentDeps,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const now = clock()
  const event: TransferEvent = {
    id,
    state,
    description,
    sourceAgent: agentAddress(settings),
    destinationAgent: request.destinationAgent ?? { name: '', qmgrName: '' },
    originator: request.originator ?? { host: '', userId, mqmdUserId: userId },
    jobName: request.jobName ?? '',
    metadata: request.metadata ?? {},
    startedAt: now,
    endedAt: now,
    publishedAt: now,
    bytesSent: 0,
    retryCount: 0,
    ...countOutcomes(request.items?.length ?? 0, []),
    items: [],
  }
  await publisher.publish(topics.log(settings.name, id), event, { unitOfWork })
}
