/**
 * START, STOP, PING, RESET and RESOLVE CHANNEL.
 *
 * Channels do not connect to a partner yet, and PING reports that. A started channel that calls its partner
 * retries until it is stopped or gives up. Other channels can be started again after STOP.
 */

import {
  choiceType,
  integerType,
  nameType as nameValue,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ObjectRecord } from '../../types/services.ts'
import { type CommandContext, type CommandHandler, succeed, textArgument } from '../command/command.ts'
import { requireAuthority } from '../command/subject.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError } from '../language/messages.ts'

const messageChannels = ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR']
const sending = ['SDR', 'SVR', 'CLUSSDR']
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
    const onlyOne = textArgument(call, 'CONNAME') ?? textArgument(call, 'QMNAME')
    const status = textArgument(call, 'STATUS') ?? (onlyOne === undefined ? 'STOPPED' : 'INACTIVE')
    if (onlyOne !== undefined) {
      if (status === 'STOPPED')
        throw new CommandError('AMQ8403E', 'CONNAME and QMNAME go with STATUS(INACTIVE)')
      throw new CommandError('AMQ9533I', name) // no conversation exists that could be selected
    }
    await call.runtime.channels.stop(name, status === 'INACTIVE' ? 'INACTIVE' : 'STOPPED')
    return succeed('AMQ8019I')
  },
}

export const pingChannel: CommandHandler = {
  grammar: grammarOf({ keyword: 'DATALEN', value: integerType(16, 32_768) }),

  run(call) {
    const { name } = channelOf(call, 'CTRL', sending)
    throw new CommandError('AMQ9558E', name)
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

/** RESOLVE CHANNEL succeeds: the channel sends nothing, so no batch is in doubt. */
export const resolveChannel: CommandHandler = {
  grammar: grammarOf({ keyword: 'ACTION', value: choiceType('COMMIT', 'BACKOUT'), required: true }),

  run(call) {
    channelOf(call, 'CTRLX', sending)
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
  if (types && !types.includes(channel.type)) throw new CommandError('AMQ9531E', name)
  return channel
}
