/** START, STOP, PING, RESET and RESOLVE CHANNEL. */
import { choiceType, integerType, nameType as nameValue, textType } from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ChannelStatus, ChannelStop, QueueManagerServices } from '../../types/services.ts'
import { clusterError, isClusterChannelType } from '../command/clusters.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireAuthority } from '../command/subject.ts'
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
