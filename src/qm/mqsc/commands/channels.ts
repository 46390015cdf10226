/** START, STOP, PING, RESET and RESOLVE CHANNEL. */
import { choiceType, integerType, nameType as nameValue, textType } from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ChannelStatus, ChannelStop, ObjectRecord } from '../../types/services.ts'
import { clusterError, isClusterChannelType } from '../command/clusters.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireAuthority } from '../command/subject.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const messageChannels = ['SDR', 'SVR', 'RCVR', 'RQSTR']
const sending = ['SDR', 'SVR']
/** The initial value of DATALEN. */
const defaultPingBytes = 64
const ignoresState: ArgumentSpec = { keyword: 'IGNSTATE', value: choiceType('YES', 'NO') }

export const startChannel: CommandHandler = {
  grammar: grammarOf(ignoresState),

  async run(call) {
    await call.runtime.channels.start(channelOf(call, 'CTRL').name)
    return succeed('AMQ8018I')
  },
}

export const stopChannel: CommandHandler = {
  grammar: grammarOf(
    ignoresState,
    { keyword: 'MODE', value: choiceType('QUIESCE', 'FORCE', 'TERMINATE') },
    { keyword: 'STATUS', value: choiceType('STOPPED', 'INACTIVE') },
    { keyword: 'CONNAME', value: textType(264) },
    { keyword: 'QMNAME', value: nameValue() },
  ),

  async run(call) {
    const { name } = channelOf(call, 'CTRL')
    const connectionName = textArgument(call, 'CONNAME')
    const remoteManager = textArgument(call, 'QMNAME')
    const isOnlyOne = connectionName !== undefined || remoteManager !== undefined
    const status = textArgument(call, 'STATUS') ?? (isOnlyOne ? 'INACTIVE' : 'STOPPED')
    if (isOnlyOne && status === 'STOPPED')
      throw new CommandError('AMQ8403E', 'CONNAME and QMNAME go with STATUS(INACTIVE)')
    const { channels } = call.runtime
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
    return succeed('AMQ8019I')
  },
}

export const pingChannel: CommandHandler = {
  grammar: grammarOf({ keyword: 'DATALEN', value: integerType(16, 32_768) }),

  async run(call) {
    const { name } = channelOf(call, 'CTRL', sending)
    const length = call.given.get('DATALEN')
    await call.runtime.channels.ping(name, typeof length === 'number' ? length : defaultPingBytes)
    return succeed('AMQ8020I')
  },
}

export const resetChannel: CommandHandler = {
  grammar: grammarOf({ keyword: 'SEQNUM', value: integerType(1, 999_999_999) }),

  async run(call) {
    const { name } = channelOf(call, 'CTRLX', messageChannels)
    const number = call.given.get('SEQNUM')
    await call.runtime.channels.resetSequence(name, typeof number === 'number' ? number : 1)
    return succeed('AMQ8023I')
  },
}

export const resolveChannel: CommandHandler = {
  grammar: grammarOf({ keyword: 'ACTION', value: choiceType('COMMIT', 'BACKOUT'), required: true }),

  async run(call) {
    const { name } = channelOf(call, 'CTRLX', sending)
    await call.runtime.channels.resolve(name, textArgument(call, 'ACTION') === 'COMMIT' ? 'COMMIT' : 'BACKOUT')
    return succeed('AMQ8025I')
  },
}

function grammarOf(...more: ArgumentSpec[]): CommandGrammar {
  return { name: 'required', nameValue: objectDefinitions.channel.name, arguments: more }
}

function channelOf(call: CommandContext, authority: string, types?: readonly string[]): ObjectRecord {
  const name = call.name as string
  requireAuthority(call, 'channel', name, authority)
  const channel = call.runtime.objects.find('channel', name)
  if (!channel) throw new CommandError('AMQ9519E', name)
  if (isClusterChannelType(channel.type)) throw clusterError(`CHLTYPE(${channel.type}) of ${name}`)
  if (types && !types.includes(channel.type)) throw new CommandError('AMQ9531E', name)
  return channel
}
