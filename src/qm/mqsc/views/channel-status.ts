/**
 * DISPLAY CHSTATUS: channels that are not inactive. Channels do not connect to a partner yet: they are stopped or
 * retrying.
 */
import {
  choiceType,
  genericNameType,
  integerType,
  singleFlagType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import type { AttributeValue } from '../../types/queue-manager.ts'
import type { ChannelStatus, ObjectRecord } from '../../types/services.ts'
import { type CommandContext, hasArgument, textArgument } from '../command/command.ts'
import type { DisplayColumnSpec, DisplayValues, DisplayView } from '../command/display.ts'
import { hasAuthority, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'
import { CommandError } from '../language/messages.ts'

const count = integerType(0, Number.MAX_SAFE_INTEGER)
const words = textType(1024)

/** A column, the channel types that have it, and its value for a channel that transfers nothing. */
interface Row extends DisplayColumnSpec {
  readonly types: readonly string[]
  readonly idle:
    | AttributeValue
    | ((object: ObjectRecord, status: ChannelStatus) => AttributeValue | undefined)
}

const sending = ['SDR', 'SVR', 'CLUSSDR']
const message = [...sending, 'RCVR', 'RQSTR', 'CLUSRCVR']
const server = ['SVRCONN']
const all = [...message, ...server, 'AMQP']
const talking = [...message, ...server]

const rows: readonly Row[] = [
  row('CHANNEL', all, ({ name }) => name),
  row('CHLTYPE', all, ({ type }) => type),
  row('BATCHES', message, 0),
  row('BATCHSZ', message, ({ attributes }) => attributes.BATCHSZ),
  ...['BUFSRCVD', 'BUFSSENT', 'BYTSRCVD', 'BYTSSENT'].map((keyword) => row(keyword, talking, 0)),
  ...['CHSTADA', 'CHSTATI'].map((keyword) => row(keyword, all, '')),
  ...['COMPHDR', 'COMPMSG'].map((keyword) => row(keyword, talking, 'NONE,NONE')),
  ...['COMPRATE', 'COMPTIME'].map((keyword) => row(keyword, talking, '0,0')),
  row('CONNAME', all, (_object, { connectionName }) => connectionName),
  row('CURLUWID', message, '0000000000000000'),
  row('CURMSGS', message, 0),
  row('CURRENT', all, 'YES'),
  row('CURSEQNO', message, 0),
  row('EXITTIME', talking, '0,0'),
  row('HBINT', talking, ({ attributes }) => attributes.HBINT),
  row('INDOUBT', message, 'NO'),
  row('JOBNAME', all, '0000000000000000'),
  row('KAINT', [], ''),
  row('LOCLADDR', all, ''),
  row('LONGRTS', sending, ({ attributes }, { retries }) => retries?.long ?? attributes.LONGRTY),
  row('LSTLUWID', message, '0000000000000000'),
  ...['LSTMSGDA', 'LSTMSGTI'].map((keyword) => row(keyword, all, '')),
  row('LSTSEQNO', message, 0),
  row('MAXMSGL', [], 0),
  row('MCASTAT', all, 'NOT RUNNING'),
  row('MCAUSER', all, ({ attributes }) => attributes.MCAUSER),
  row('MONCHL', talking, 'OFF'),
  row('MSGS', all, 0),
  row('NETTIME', sending, '0,0'),
  row('NPMSPEED', message, ({ attributes }) => attributes.NPMSPEED),
  row('QMNAME', [], ''),
  row('RAPPLTAG', server, ''),
  row('RQMNAME', message, ''),
  row('SECPROT', talking, 'NONE'),
  row('SHORTRTS', sending, ({ attributes }, { retries }) => retries?.short ?? attributes.SHORTRTY),
  row('SSLCERTI', all, ''),
  row('SSLCERTU', [], ''),
  row('SSLCIPH', all, ({ attributes }) => attributes.SSLCIPH),
  ...['SSLKEYDA', 'SSLKEYTI', 'SSLPEER'].map((keyword) => row(keyword, talking, '')),
  row('SSLRKEYS', talking, 0),
  row('STATCHL', [], ''),
  row('STATUS', all, (_object, { state }) => state),
  row('STOPREQ', all, 'NO'),
  row('SUBSTATE', all, ''),
  row('CURSHCNV', server, 0),
  row('MAXSHCNV', server, ({ attributes }) => attributes.SHARECNV),
  row('XBATCHSZ', sending, '0,0'),
  row('XMITQ', ['SDR', 'SVR'], ({ attributes }) => attributes.XMITQ),
  row('XQMSGSA', [], 0),
  row('XQTIME', sending, '0,0'),
  row('RVERSION', talking, '00000000'),
  row('RPRODUCT', talking, ''),
]

export const channelStatus: DisplayView = {
  message: 'AMQ8417I',
  name: 'required',
  nameValue: genericNameType(20),
  arguments: [
    ...['CURRENT', 'SAVED', 'SHORT', 'MONITOR'].map((keyword) => ({ keyword, value: singleFlagType })),
    { keyword: 'CONNAME', value: textType(264) },
    { keyword: 'XMITQ', value: textType(48) },
  ],
  columns: rows,
  alwaysShown: ['CHANNEL', 'CHLTYPE'],
  defaultColumns: (call) => [
    ...['CONNAME', 'CURRENT', 'RQMNAME', 'STATUS', 'SUBSTATE', 'XMITQ'],
    ...(hasArgument(call, 'MONITOR') ? monitored : []),
  ],
  notFoundError: () => new CommandError('AMQ8420I'),

  rows(call) {
    const { objects, channels } = call.runtime
    const pattern = call.name ?? '*'
    if (!isGeneric(pattern) && objects.find('channel', pattern))
      requireAuthority(call, 'channel', pattern, 'DSP')
    if (hasArgument(call, 'SAVED')) return [] // no channel has sent anything, so no status is saved

    return objects
      .list('channel')
      .filter(({ name }) => matchesGeneric(pattern, name) && hasAuthority(call, 'channel', name, 'DSP'))
      .flatMap((object) => {
        const status = channels.status(object.name)
        return status ? [{ values: valuesOf(object, status) }] : []
      })
      .filter(({ values }) => isMeant(call, values))
  },
}

/** The columns that MONITOR requests. */
const monitored = ['COMPRATE', 'COMPTIME', 'EXITTIME', 'MONCHL', 'NETTIME', 'XBATCHSZ', 'XQTIME']

/** Returns whether a channel has the partner and the transmission queue that the command names. */
function isMeant(call: CommandContext, values: DisplayValues): boolean {
  return ['CONNAME', 'XMITQ'].every((keyword) => {
    const wanted = textArgument(call, keyword)
    return wanted === undefined || wanted === values[keyword]
  })
}

function valuesOf(object: ObjectRecord, status: ChannelStatus): DisplayValues {
  const values: Record<string, AttributeValue | undefined> = {}
  for (const { keyword, types, idle } of rows) {
    if (types.includes(object.type))
      values[keyword] = typeof idle === 'function' ? idle(object, status) : idle
  }
  return values
}

function row(keyword: string, types: readonly string[], idle: Row['idle']): Row {
  const value = keyword === 'CURRENT' ? choiceType('YES', 'NO') : idle === 0 ? count : words
  return { keyword, value, types, idle }
}
