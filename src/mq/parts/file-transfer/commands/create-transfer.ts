/** `fteCreateTransfer` and `fteCancelTransfer`. */
import { resolve } from 'node:path'
import { replaceFile } from '../../../../shared/lib/files/replace-file.ts'
import { controlCommand, lastValue, type ParsedOptions, parseOptions } from '../../../cli/common/options.ts'
import { type MqCommand, MqCommandError, type MqCommandResult, successResult } from '../../../runtime/index.ts'
import type { AgentAddress, AgentCommand, TransferRequest } from '../engine/index.ts'
import { commandAgent, findAgent, replyTimeoutMs } from './agent-requests.ts'
import {
  type CommandContext,
  failureStatus,
  inertOption,
  openCommandContext,
  orFail,
  readAgentName,
  readNumber,
  requireValue,
  setOption,
  TransferCommandError,
} from './common-options.ts'
import { readSchedule } from './schedules.ts'
import { completeWaitOption, readTransferRequest, transferOptions } from './transfer-options.ts'

/** The exit statuses of a transfer for which the command has waited. */
const stateStatuses: Readonly<Record<string, number>> = {
  successful: 0,
  partiallySuccessful: 20,
  cancelled: 22,
  failed: 21,
}

export const fteCreateTransfer: MqCommand = {
  name: 'fteCreateTransfer',
  summary: 'transfer files, or messages of a queue, from one agent to another',
  usage: '-sa Agent -da Agent {-dd Folder | -df File | -dq Queue} [Option]... {Source... | -sq Queue}',
  options: transferOptions,

  /** The folder in which the command was typed: `-gt` may be relative. */
  async readInput() {
    return process.cwd()
  },

  async run(args, host, folder) {
    const shape = { options: transferOptions, positionals: { min: 0, max: 10_000 } }
    const options = parseOptions(completeWaitOption(args), shape)
    const wanted = readTransferRequest(options)
    const schedule = readSchedule(options, Date.now())
    const context = await openCommandContext(host, options)
    const request: TransferRequest = {
      ...wanted,
      sourceAgent: await findAddress(context, wanted.sourceAgent, lastValue(options, '-sm')),
      destinationAgent: await findAddress(context, wanted.destinationAgent, lastValue(options, '-dm')),
    }
    const template = lastValue(options, '-gt')
    if (template !== undefined) return writeTemplate(resolve(folder, template), request, schedule !== undefined)
    return start(context, { type: 'transfer', request, schedule }, options)
  },
}

async function start(
  { transfer, set }: CommandContext,
  command: Extract<AgentCommand, { type: 'transfer' }>,
  options: ParsedOptions,
): Promise<MqCommandResult> {
  const wait = command.schedule ? undefined : readNumber(options, '-w', { min: -1, max: 1_000_000 })
  const { sourceAgent } = command.request
  const waitMs = wait === undefined ? replyTimeoutMs : wait < 0 ? Number.POSITIVE_INFINITY : wait * 1000
  const sent = { ...command, repliesAtEnd: wait === undefined ? undefined : true }
  const { id, reply } = await orFail(transfer.send(set.commandQueueManager, sourceAgent, sent, { waitMs }))
  const issued = `BFGCL0035I: Transfer request issued. The request ID is: ${id}`
  if (reply && !reply.accepted) throw new TransferCommandError(reply.text)
  if (wait !== undefined && !reply)
    throw new MqCommandError(25, `BFGCL0252W: the transfer ${id} has not ended within ${wait} seconds.`)
  if (wait !== undefined && reply)
    return { status: stateStatuses[reply.state ?? ''] ?? failureStatus, output: `${issued}\n${reply.text}\n` }
  if (!reply)
    return successResult(
      issued,
      `BFGCL0213W: agent ${sourceAgent.name} did not respond; it takes the request when it runs.`,
    )
  return successResult(issued)
}

async function findAddress(context: CommandContext, name: string, qmgrName: string | undefined): Promise<AgentAddress> {
  if (qmgrName !== undefined) return { name, qmgrName }
  return { name, qmgrName: (await findAgent(context, name)).qmgrName }
}

async function writeTemplate(file: string, request: TransferRequest, isScheduled: boolean): Promise<MqCommandResult> {
  if (isScheduled) throw new TransferCommandError('BFGCL0022E: a scheduled transfer cannot be the task of a monitor.')
  await orFail(replaceFile(file, `${JSON.stringify({ transfer: request }, null, 2)}\n`))
  return successResult(`BFGCL0036I: The transfer definition is in ${file}.`)
}

export const fteCancelTransfer = controlCommand({
  name: 'fteCancelTransfer',
  summary: 'cancel a transfer',
  usage: '-a Agent [-p Set] TransferId',
  options: {
    '-m': inertOption('the queue manager of the agent is known', 'QMgrName'),
    '-a': { value: 'Agent', help: 'the source agent of the transfer' },
    ...setOption,
  },
  positionals: { min: 1, max: 1 },

  async run(options, host) {
    const name = readAgentName(requireValue(options, '-a'))
    const id = (options.positionals[0] as string).toUpperCase()
    return commandAgent(host, options, name, { type: 'cancelTransfer', id })
  },
})
