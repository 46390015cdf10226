/** DISPLAY CHSTATUS: the instances of channels that are not inactive, and with SAVED their numbers on disk. */
import {
  choiceType,
  genericNameType,
  integerType,
  singleFlagType,
  textType,
} from '../../objects/definitions/attribute-types.ts'
import type { AttributeValue } from '../../types/connection.ts'
import type { ChannelStatus, MonitoredValues, ObjectRecord, SavedChannelStatus } from '../../types/services.ts'
import { type CommandContext, hasArgument, textArgument } from '../command/command.ts'
import type { DisplayColumnSpec, DisplayRow, DisplayValues, DisplayView } from '../command/display.ts'
import { hasAuthority, requireAuthority } from '../command/subject.ts'
import { isGeneric, matchesGeneric } from '../language/generic-name.ts'
import { CommandError } from '../language/messages.ts'
import { renderDate, renderTime } from '../rendering/render-date.ts'
import {
  amqpStatusArguments,
  amqpStatusColumns,
  buildAmqpStatusRows,
  requestsAmqpStatus,
} from './amqp-channel-status.ts'

const count = integerType(0, Number.MAX_SAFE_INTEGER)
const words = textType(1024)

/** A column, the channel types that have it, and its value. A value that is undefined is not shown. */
interface Row extends DisplayColumnSpec {
  readonly types: readonly string[]
  readonly read: (instance: Instance) => AttributeValue | undefined
}

type Instance = { readonly object: ObjectRecord; readonly status: ChannelStatus }

const sending = ['SDR', 'SVR', 'CLUSSDR']
const message = [...sending, 'RCVR', 'RQSTR', 'CLUSRCVR']
const server = ['SVRCONN']
const all = [...message, ...server, 'AMQP']
const talking = [...message, ...server]
const noBatch = '0000000000000000'

const rows: readonly Row[] = [
  row('CHANNEL', all, ({ object }) => object.name),
  row('CHLTYPE', all, ({ object }) => object.type),
  counted('BATCHES', message, ({ status }) => status.counts.batches),
  counted(
    'BATCHSZ',
    message,
    ({ object, status }) => status.negotiated?.batchSize ?? Number(object.attributes.BATCHSZ),
  ),
  counted('BUFSRCVD', talking, ({ status }) => status.counts.buffersReceived),
  counted('BUFSSENT', talking, ({ status }) => status.counts.buffersSent),
  counted('BYTSRCVD', all, ({ status }) => status.counts.bytesReceived),
  counted('BYTSSENT', all, ({ status }) => status.counts.bytesSent),
  row('CHSTADA', all, ({ status }) => renderDate(status.startedAt)),
  row('CHSTATI', all, ({ status }) => renderTime(status.startedAt)),
  row('COMPHDR', talking, ({ status: { negotiated } }) => {
    const compression = negotiated?.headerCompression ?? 'NONE'
    return `${compression},${compression}`
  }),
  row(
    'COMPMSG',
    talking,
    ({ status: { negotiated } }) => `${negotiated?.compression ?? 'NONE'},${negotiated?.lastCompression ?? 'NONE'}`,
  ),
  monitoredRow('COMPRATE', talking, 'compressionRate'),
  monitoredRow('COMPTIME', talking, 'compressionTime'),
  row('CONNAME', all, ({ status }) => status.connectionName),
  row('CURLUWID', message, ({ status }) => status.batches?.currentBatchId ?? noBatch),
  counted('CURMSGS', message, ({ status }) => status.batches?.currentMessages ?? 0),
  row('CURRENT', all, () => 'YES'),
  counted('CURSEQNO', message, ({ status }) => status.batches?.currentSequence ?? 0),
  row('EXITTIME', talking, () => '0,0'), // no channel has an exit
  counted(
    'HBINT',
    talking,
    ({ object, status }) => status.negotiated?.heartbeatSeconds ?? Number(object.attributes.HBINT),
  ),
  row('INDOUBT', message, ({ status }) => (status.batches?.isInDoubt ? 'YES' : 'NO')),
  row('JOBNAME', all, () => '0000000000000000'),
  row('KAINT', [], () => ''),
  row('LOCLADDR', all, ({ status }) => status.localAddress),
  counted('LONGRTS', sending, ({ object, status }) => status.retries?.long ?? Number(object.attributes.LONGRTY)),
  { ...row('LSTERROR', all, ({ status }) => status.lastError || undefined), isByNameOnly: true },
  { ...row('NEXTRTRY', sending, ({ status }) => renderMoment(status.retries?.nextAt)), isByNameOnly: true },
  row('LSTLUWID', message, ({ status }) => status.batches?.lastBatchId ?? noBatch),
  row('LSTMSGDA', all, ({ status }) => renderDate(status.lastMessageAt)),
  row('LSTMSGTI', all, ({ status }) => renderTime(status.lastMessageAt)),
  counted('LSTSEQNO', message, ({ status }) => status.batches?.lastSequence ?? 0),
  counted('MAXMSGL', talking, ({ status }) => status.negotiated?.maxMessageBytes),
  row('MCASTAT', all, ({ status }) => (status.startedAt === undefined ? 'NOT RUNNING' : 'RUNNING')),
  row('MCAUSER', all, ({ object, status }) => status.userId || object.attributes.MCAUSER),
  row('MONCHL', talking, ({ status }) => status.monitored?.level ?? 'OFF'),
  counted('MSGS', all, ({ status }) => status.counts.messages),
  monitoredRow('NETTIME', sending, 'networkTime'),
  row('NPMSPEED', message, ({ object }) => object.attributes.NPMSPEED),
  row('QMNAME', [], () => ''),
  row('RAPPLTAG', server, () => ''),
  row('RQMNAME', message, ({ status }) => status.remoteManager),
  row('SECPROT', talking, ({ status }) => status.tls?.protocol.toUpperCase().replace('.', '') ?? 'NONE'),
  counted('SHORTRTS', sending, ({ object, status }) => status.retries?.short ?? Number(object.attributes.SHORTRTY)),
  row('SSLCERTI', all, ({ status }) => status.tls?.issuer ?? ''),
  row('SSLCERTU', [], () => ''),
  row('SSLCIPH', all, ({ object, status }) => status.tls?.cipher ?? object.attributes.SSLCIPH),
  ...['SSLKEYDA', 'SSLKEYTI'].map((keyword) => row(keyword, talking, () => '')),
  row('SSLPEER', all, ({ status }) => status.tls?.peer ?? ''),
  counted('SSLRKEYS', talking, () => 0),
  row('STATCHL', [], () => ''),
  row('STATUS', all, ({ status }) => status.state),
  row('STOPREQ', all, ({ status }) => (status.isStopRequested ? 'YES' : 'NO')),
  row('SUBSTATE', all, ({ status }) => status.substate),
  counted('CURSHCNV', server, () => 0),
  counted('MAXSHCNV', server, ({ object }) => Number(object.attributes.SHARECNV)),
  monitoredRow('XBATCHSZ', message, 'batchSize'),
  row('XMITQ', ['SDR', 'SVR'], ({ object }) => object.attributes.XMITQ),
  counted('XQMSGSA', [], () => 0),
  monitoredRow('XQTIME', sending, 'queueTime'),
  row('RVERSION', talking, ({ status }) => status.remoteVersion || '00000000'),
  row('RPRODUCT', talking, ({ status }) => status.remoteProduct),
]

export const channelStatus: DisplayView = {
  message: 'AMQ8417I',
  name: 'required',
  nameValue: genericNameType(20),
  arguments: [
    ...['CURRENT', 'SAVED', 'SHORT', 'MONITOR'].map((keyword) => ({ keyword, value: singleFlagType })),
    { keyword: 'CONNAME', value: textType(264) },
    { keyword: 'XMITQ', value: textType(48) },
    ...amqpStatusArguments,
  ],
  columns: [...rows, ...amqpStatusColumns],
  alwaysShown: ['CHANNEL', 'CHLTYPE'],
  defaultColumns: (call) =>
    requestsAmqpStatus(call)
      ? 'all'
      : hasArgument(call, 'SHORT')
        ? ['CONNAME', 'STATUS']
        : [
            ...['CONNAME', 'CURRENT', 'RQMNAME', 'STATUS', 'SUBSTATE', 'XMITQ'],
            ...(hasArgument(call, 'MONITOR') ? monitored : []),
          ],
  notFoundError: () => new CommandError('AMQ8420I'),

  rows(call) {
    const { objects, channels } = call.runtime
    const pattern = call.name ?? '*'
    if (!isGeneric(pattern) && objects.find('channel', pattern)) requireAuthority(call, 'channel', pattern, 'DSP')
    if (hasArgument(call, 'SAVED')) return savedRows(call, pattern)

    const type = textArgument(call, 'CHLTYPE')
    return objects
      .list('channel')
      .filter(({ name }) => matchesGeneric(pattern, name) && hasAuthority(call, 'channel', name, 'DSP'))
      .filter((object) =>
        requestsAmqpStatus(call) ? object.type === 'AMQP' : type === undefined || object.type === type,
      )
      .flatMap((object) => {
        const statuses = channels.status(object.name)
        if (requestsAmqpStatus(call)) return buildAmqpStatusRows(call, object, statuses)
        return statuses.map((status) => ({ values: valuesOf({ object, status }) }))
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

/** Returns the rows of DISPLAY CHSTATUS SAVED: sequence numbers and batches as they are on disk. */
function savedRows(call: CommandContext, pattern: string): DisplayRow[] {
  const { objects, channels } = call.runtime
  return objects
    .list('channel')
    .filter(({ name }) => matchesGeneric(pattern, name) && hasAuthority(call, 'channel', name, 'DSP'))
    .flatMap((object) => channels.saved(object.name).map((saved) => ({ values: savedValues(object, saved) })))
    .filter(({ values }) => isMeant(call, values))
}

function savedValues({ name, type }: ObjectRecord, saved: SavedChannelStatus): DisplayValues {
  return {
    CHANNEL: name,
    CHLTYPE: type,
    CONNAME: saved.connectionName,
    CURLUWID: saved.currentBatchId,
    CURMSGS: saved.currentMessages,
    CURRENT: 'NO',
    CURSEQNO: saved.currentSequence,
    INDOUBT: saved.isInDoubt ? 'YES' : 'NO',
    LSTLUWID: saved.lastBatchId,
    LSTSEQNO: saved.lastSequence,
    RQMNAME: saved.remoteManager,
    XMITQ: sending.includes(type) ? saved.transmissionQueue : undefined,
  }
}

function valuesOf(instance: Instance): DisplayValues {
  const values: Record<string, AttributeValue | undefined> = {}
  for (const { keyword, types, read } of rows) {
    if (types.includes(instance.object.type)) values[keyword] = read(instance)
  }
  return values
}

function renderMoment(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString()
}

function row(keyword: string, types: readonly string[], read: Row['read']): Row {
  return { keyword, value: keyword === 'CURRENT' ? choiceType('YES', 'NO') : words, types, read }
}

/** Returns a row with a short-term and a long-term average, which are zero while nothing was measured. */
function monitoredRow(keyword: string, types: readonly string[], value: Exclude<keyof MonitoredValues, 'level'>): Row {
  return row(keyword, types, ({ status }) => (status.monitored?.[value] ?? [0, 0]).join(','))
}

function counted(keyword: string, types: readonly string[], read: Row['read']): Row {
  return { keyword, value: count, types, read }
}
