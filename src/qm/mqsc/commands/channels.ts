/**
 * START, STOP, PING, RESET and RESOLVE CHANNEL.
 *
 * No conversation with a partner can be had yet, which PING says: a channel that is started, and calls its partner,
 * retries until it is stopped or gives up. The others are usable again after a STOP.
 */
import { kinds } from '../../objects/index.ts'
import { choice, integer, name as nameValue, text } from '../../objects/values.ts'
import type { ObjectRecord } from '../../runtime.ts'
import { type Call, done, type Handler, textOf } from '../command.ts'
import type { Argument, Grammar } from '../grammar.ts'
import { Refused } from '../messages.ts'
import { authorize } from '../subject.ts'

const messageChannels = ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR']
const sending = ['SDR', 'SVR', 'CLUSSDR']
const ignoresState: Argument = { keyword: 'IGNSTATE', value: choice('YES', 'NO') }

export const startChannel: Handler = {
  grammar: grammarOf(ignoresState),

  async run(call) {
    await call.runtime.channels.start(channelOf(call, 'CTRL').name)
    return done('AMQ8018I')
  },
}

export const stopChannel: Handler = {
  grammar: grammarOf(
    ignoresState,
    { keyword: 'MODE', value: choice('QUIESCE', 'FORCE', 'TERMINATE') },
    { keyword: 'STATUS', value: choice('STOPPED', 'INACTIVE') },
    { keyword: 'CONNAME', value: text(264) },
    { keyword: 'QMNAME', value: nameValue() },
  ),

  async run(call) {
    const { name } = channelOf(call, 'CTRL')
    const onlyOne = textOf(call, 'CONNAME') ?? textOf(call, 'QMNAME')
    const status = textOf(call, 'STATUS') ?? (onlyOne === undefined ? 'STOPPED' : 'INACTIVE')
    if (onlyOne !== undefined) {
      if (status === 'STOPPED') throw new Refused('AMQ8403E', 'CONNAME and QMNAME go with STATUS(INACTIVE)')
      throw new Refused('AMQ9533I', name) // there is no conversation to single out
    }
    await call.runtime.channels.stop(name, status === 'INACTIVE' ? 'INACTIVE' : 'STOPPED')
    return done('AMQ8019I')
  },
}

export const pingChannel: Handler = {
  grammar: grammarOf({ keyword: 'DATALEN', value: integer(16, 32_768) }),

  run(call) {
    const { name } = channelOf(call, 'CTRL', sending)
    throw new Refused('AMQ9558E', name)
  },
}

export const resetChannel: Handler = {
  grammar: grammarOf({ keyword: 'SEQNUM', value: integer(1, 999_999_999) }),

  async run(call) {
    const { name } = channelOf(call, 'CTRLX', messageChannels)
    const number = call.given.get('SEQNUM')
    await call.runtime.channels.resetSequence(name, typeof number === 'number' ? number : 1)
    return done('AMQ8023I')
  },
}

/** Nothing is ever sent, so that nothing is in doubt: the channel is resolved as it stands. */
export const resolveChannel: Handler = {
  grammar: grammarOf({ keyword: 'ACTION', value: choice('COMMIT', 'BACKOUT'), required: true }),

  run(call) {
    channelOf(call, 'CTRLX', sending)
    return done('AMQ8025I')
  },
}

function grammarOf(...more: Argument[]): Grammar {
  return { name: 'required', nameValue: kinds.channel.name, arguments: more }
}

function channelOf(call: Call, authority: string, types?: readonly string[]): ObjectRecord {
  const name = call.name as string
  authorize(call, 'channel', name, authority)
  const channel = call.runtime.objects.find('channel', name)
  if (!channel) throw new Refused('AMQ9519E', name)
  if (types && !types.includes(channel.type)) throw new Refused('AMQ9531E', name)
  return channel
}
