/**
 * START, STOP, PING, RESET and RESOLVE CHANNEL; START and STOP of listeners, and of services. Definitions of services are
 * stored, but programs are run by the service manager of the operating system. SYSTEM.AMQP.SERVICE is a part of the queue
 * manager, so it always runs.
 */
import { choiceType, integerType, nameType as nameValue, textType } from '../../objects/definitions/attribute-types.ts'
import { amqpService, objectDefinitions } from '../../objects/object-definitions.ts'
import type { CommandResponse } from '../../types/connection.ts'
import type { ChannelStatus, ChannelStop, QueueManagerServices } from '../../types/services.ts'
import { clusterError, isClusterChannelType } from '../command/clusters.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireAuthority, requireObject } from '../command/subject.ts'
import type { ArgumentSpec } from '../language/grammar.ts'
import { CommandError, type MessageId } from '../language/messages.ts'

const messageChannels = ['SDR', 'SVR', 'RCVR', 'RQSTR']
const sending = ['SDR', 'SVR']
const defaultPingBytes = 64
const ignoresState: ArgumentSpec = { keyword: 'IGNSTATE', value: choiceType('YES', 'NO') }

export const startChannel = channelCommand('CTRL', undefined, [ignoresState], async ({ channels }, name) => {
  await channels.start(name)
  return 'AMQ8018I'
})

const stopArguments: ArgumentSpec[] = [
  ignoresState,
  { keyword: 'MODE', value: choiceType('QUIESCE', 'FORCE', 'TERMINATE') },
  { keyword: 'STATUS', value: choiceType('STOPPED', 'INACTIVE') },
  { keyword: 'CONNAME', value: textType(264) },
  { keyword: 'QMNAME', value: nameValue() },
]

export const stopChannel = channelCommand('CTRL', undefined, stopArguments, async ({ channels }, name, call) => {
  const connectionName = textArgument(call, 'CONNAME')
  const remoteManager = textArgument(call, 'QMNAME')
  const isOnlyOne = connectionName !== undefined || remoteManager !== undefined
  const status = textArgument(call, 'STATUS') ?? (isOnlyOne ? 'INACTIVE' : 'STOPPED')
  if (isOnlyOne && status === 'STOPPED')
    throw new CommandError('AMQ8403E', 'CONNAME and QMNAME go with STATUS(INACTIVE)')
  const isMeant = (each: ChannelStatus) =>
    (connectionName === undefined || each.connectionName === connectionName) &&
    (remoteManager === undefined || each.remoteManager === remoteManager)
  if (isOnlyOne && !channels.status(name).some(isMeant)) throw new CommandError('AMQ9533I', name)
  await channels.stop(name, {
    status: status === 'INACTIVE' ? 'INACTIVE' : 'STOPPED',
    mode: (textArgument(call, 'MODE') ?? 'QUIESCE') as ChannelStop['mode'],
    connectionName,
    remoteManager,
  })
  return 'AMQ8019I'
})

const pingBytes = { keyword: 'DATALEN', value: integerType(16, 32_768) }

export const pingChannel = channelCommand('CTRL', sending, [pingBytes], async ({ channels }, name, { given }) => {
  await channels.ping(name, Number(given.get('DATALEN') ?? defaultPingBytes))
  return 'AMQ8020I'
})

const sequence = { keyword: 'SEQNUM', value: integerType(1, 999_999_999) }

export const resetChannel = channelCommand('CTRLX', messageChannels, [sequence], async ({ channels }, name, call) => {
  await channels.resetSequence(name, Number(call.given.get('SEQNUM') ?? 1))
  return 'AMQ8023I'
})

const outcome = { keyword: 'ACTION', value: choiceType('COMMIT', 'BACKOUT'), required: true }

export const resolveChannel = channelCommand('CTRLX', sending, [outcome], async ({ channels }, name, call) => {
  await channels.resolve(name, textArgument(call, 'ACTION') as 'COMMIT' | 'BACKOUT')
  return 'AMQ8025I'
})

/** Builds a command on a channel, of one of some types. `run` returns the message of its success. */
function channelCommand(
  authority: string,
  types: readonly string[] | undefined,
  more: readonly ArgumentSpec[],
  run: (runtime: QueueManagerServices, name: string, call: CommandContext) => Promise<MessageId>,
): CommandHandler {
  return {
    grammar: { name: 'required', nameValue: objectDefinitions.channel.name, arguments: more },
    async run(call) {
      const name = call.name as string
      requireAuthority(call, 'channel', name, authority)
      const channel = call.runtime.objects.find('channel', name)
      if (!channel) throw new CommandError('AMQ9519E', name)
      if (isClusterChannelType(channel.type)) throw clusterError(`CHLTYPE(${channel.type}) of ${name}`)
      if (types && !types.includes(channel.type)) throw new CommandError('AMQ9531E', name)
      return succeed(await run(call.runtime, name, call))
    },
  }
}

export const startListener = listenerCommand('AMQ8021I', async ({ listeners }, name, isStateIgnored) => {
  if (!listeners.status(name)) await listeners.start(name)
  else if (!isStateIgnored) throw new CommandError('AMQ8730E')
})

export const stopListener = listenerCommand('AMQ8706I', async ({ listeners }, name, isStateIgnored) => {
  const stopped = await listeners.stop(name)
  if (!stopped && !isStateIgnored) throw new CommandError('AMQ8731E')
})

/** Builds a command on a listener: the default listener when none is given. */
function listenerCommand(
  message: MessageId,
  run: (runtime: QueueManagerServices, name: string, isStateIgnored: boolean) => Promise<void>,
): CommandHandler {
  return {
    grammar: { name: 'optional', nameValue: objectDefinitions.listener.name, arguments: [ignoresState] },
    async run(call) {
      const { name } = requireObject(call, 'listener', call.name ?? 'SYSTEM.DEFAULT.LISTENER.TCP', 'CTRL')
      await run(call.runtime, name, textArgument(call, 'IGNSTATE') === 'YES')
      return succeed(message)
    },
  }
}

export const startService = serviceCommand((name) => {
  if (name === amqpService) return succeed('AMQ8733I')
  throw new CommandError('AMQ8404E', `the program of service ${name} is not run by the queue manager`)
})

export const stopService = serviceCommand((name) => {
  const reason =
    name === amqpService
      ? `service ${name} runs as long as the queue manager; STOP CHANNEL ends an AMQP channel`
      : `service ${name} is not running`
  throw new CommandError('AMQ8404E', reason)
})

function serviceCommand(run: (name: string) => readonly CommandResponse[]): CommandHandler {
  return {
    grammar: { name: 'required', nameValue: objectDefinitions.service.name, arguments: [] },
    run: (call) => run(requireObject(call, 'service', call.name as string, 'CTRL').name),
  }
}
