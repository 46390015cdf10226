/**
 * Channels of every type. Client-connection channels have the same table and a namespace of their own, so that
 * a client and a server connection may share a name.
 */
import type { AttributeValue } from '../types.ts'
import { type Attribute, altered, type Kind, row, shown } from './kind.ts'
import {
  choice,
  genericNameOrBlank,
  integer,
  list,
  name,
  secret,
  text,
  textOrList,
  type ValueType,
} from './values.ts'

const message = ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'] // they move messages between queue managers
const cluster = ['CLUSSDR', 'CLUSRCVR']
const sending = ['SDR', 'SVR', 'CLUSSDR', 'CLUSRCVR']
const receiving = ['RCVR', 'RQSTR', 'CLUSRCVR']
const calling = ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR', 'CLNTCONN']
const amqp = ['AMQP']
const client = ['CLNTCONN']
const server = ['SVRCONN']
const notAmqp = [...message, ...server, ...client]
const agents = ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'] // a message channel agent dials out for these
const none: readonly string[] = []
const all = undefined

const count = integer(0, 999_999_999)
const level = integer(0, 9)
const yesNo = choice('YES', 'NO')
const monitoring = choice('QMGR', 'OFF', 'LOW', 'MEDIUM', 'HIGH')
const exit = text(128)
const exitData = text(32)
const exits = textOrList(exit, 999)
const exitsData = textOrList(exitData, 999)
const seconds = integer(0, 999_999)

const attributes: readonly Attribute[] = [
  row('AFFINITY', client, choice('PREFERRED', 'NONE'), 'PREFERRED'),
  ...altered,
  row('BATCHHB', sending, integer(0, 999_999), 0),
  row('BATCHINT', sending, count, 0),
  row('BATCHLIM', sending, integer(0, 999_999), 5000),
  row('BATCHSZ', message, integer(1, 9999), 50),
  row('CERTLABL', except('CLUSSDR'), text(64), ''),
  row('CLNTWGHT', client, integer(0, 99), 0),
  row('CLUSNL', cluster, name(), ''),
  row('CLUSTER', cluster, name(), ''),
  row('CLWLPRTY', cluster, level, 0),
  row('CLWLRANK', cluster, level, 0),
  row('CLWLWGHT', cluster, integer(1, 99), 50),
  row('COMPHDR', notAmqp, list(choice('NONE', 'SYSTEM'), 2), ['NONE']),
  row(
    'COMPMSG',
    notAmqp,
    list(choice('NONE', 'RLE', 'ZLIBFAST', 'ZLIBHIGH', 'LZ4FAST', 'LZ4HIGH', 'ANY'), 16),
    ['NONE'],
  ),
  row('CONNAME', calling, text(264), ''),
  row('CONVERT', sending, yesNo, 'NO'),
  row('DEFRECON', client, choice('NO', 'YES', 'QMGR', 'DISABLED'), 'NO'),
  row('DESCR', all, text(64), ''),
  row('DISCINT', sending, seconds, 6000),
  row('DISCINT', server, seconds, 0),
  row('AMQPKA', amqp, integer(0, 99_999, 'AUTO'), 'AUTO'),
  row('HBINT', notAmqp, seconds, 300),
  row('KAINT', notAmqp, integer(0, 99_999, 'AUTO'), 'AUTO'),
  row('LOCLADDR', [...calling, ...amqp], text(48), ''),
  row('LONGRTY', sending, count, 999_999_999),
  row('LONGTMR', sending, count, 1200),
  row('MAXINST', [...server, ...amqp], count, 999_999_999),
  row('MAXINSTC', server, count, 999_999_999),
  row('MAXMSGL', all, integer(0, 104_857_600), 4_194_304),
  row('MCANAME', agents, text(20), ''),
  row('MCATYPE', ['SDR', 'SVR', 'RQSTR'], choice('PROCESS', 'THREAD'), 'PROCESS'),
  row('MCATYPE', cluster, choice('PROCESS', 'THREAD'), 'THREAD'),
  row('MCAUSER', except('CLNTCONN'), text(64), ''),
  row('MODENAME', calling, text(8), ''),
  row('MONCHL', [...message, ...server], monitoring, 'QMGR'),
  row('MRDATA', receiving, exitData, ''),
  row('MREXIT', receiving, exit, ''),
  row('MRRTY', receiving, count, 10),
  row('MRTMR', receiving, count, 1000),
  row('MSGDATA', message, exitsData, ''),
  row('MSGEXIT', message, exits, ''),
  row('NETPRTY', ['CLUSRCVR'], level, 0),
  row('NPMSPEED', message, choice('FAST', 'NORMAL'), 'FAST'),
  row('PASSWORD', ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLNTCONN'], secret(12), ''),
  row('PORT', amqp, integer(0, 65_535), 5672),
  row('PROPCTL', sending, choice('COMPAT', 'ALL', 'NONE', 'V6COMPAT'), 'COMPAT'),
  row('PUTAUT', receiving, choice('DEF', 'CTX'), 'DEF'),
  row('QMNAME', client, genericNameOrBlank(), ''),
  row('RCVDATA', notAmqp, exitsData, ''),
  row('RCVEXIT', notAmqp, exits, ''),
  shown('RESETSEQ', message, integer(1, 999_999_999, 'NO')),
  row('SCYDATA', notAmqp, exitData, ''),
  row('SCYEXIT', notAmqp, exit, ''),
  row('SENDDATA', notAmqp, exitsData, ''),
  row('SENDEXIT', notAmqp, exits, ''),
  row('SEQWRAP', message, integer(100, 999_999_999), 999_999_999),
  row('SHARECNV', [...server, ...client], count, 10),
  row('SHORTRTY', sending, count, 10),
  row('SHORTTMR', sending, count, 60),
  shown('SPLPROT', none, choice('PASSTHRU', 'REMOVE', 'ASPOLICY')),
  row('SSLCAUTH', ['SVR', ...receiving, ...server, ...amqp], choice('REQUIRED', 'OPTIONAL'), 'REQUIRED'),
  row('SSLCIPH', all, text(32), ''),
  row('SSLPEER', all, text(1024), ''),
  row('STATCHL', message, monitoring, 'QMGR'),
  row('TPNAME', calling, text(64), ''),
  row('TPROOT', amqp, name(), 'SYSTEM.BASE.TOPIC'),
  row('TMPMODEL', amqp, name(), 'SYSTEM.DEFAULT.MODEL.QUEUE'),
  row('TMPQPRFX', amqp, text(33), 'AMQP.*'),
  row('TRPTYPE', notAmqp, choice('TCP', 'LU62', 'NETBIOS', 'SPX'), 'TCP'),
  row('USECLTID', amqp, yesNo, 'NO'),
  row('USEDLQ', message, yesNo, 'YES'),
  row('USERID', ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLNTCONN'], text(12), ''),
  row('XMITQ', ['SDR', 'SVR'], name(), ''),
]

const shared = {
  key: 'CHANNEL',
  typeKeyword: 'CHLTYPE',
  name: channelName(),
  attributes,
  defaultObject: (type: string) => `SYSTEM.DEF.${defaultNames[type] ?? type}`,
  required: (type: string) => needed[type] ?? [],
  check: (given: Readonly<Record<string, AttributeValue>>) =>
    given.CLUSTER && given.CLUSNL ? 'CLUSTER and CLUSNL cannot both be given' : undefined,
} as const

export const channel: Kind = {
  ...shared,
  kind: 'channel',
  types: [...message, ...server, ...amqp],
}

export const clientChannel: Kind = {
  ...shared,
  kind: 'clntconn',
  types: client,
}

/** The attributes without which a channel would have nowhere to go. */
const needed: Record<string, readonly (readonly string[])[]> = {
  SDR: [['CONNAME'], ['XMITQ']],
  SVR: [['XMITQ']],
  RQSTR: [['CONNAME']],
  CLNTCONN: [['CONNAME']],
  CLUSSDR: [['CONNAME']],
}

const defaultNames: Record<string, string> = {
  SDR: 'SENDER',
  SVR: 'SERVER',
  RCVR: 'RECEIVER',
  RQSTR: 'REQUESTER',
  CLUSRCVR: 'CLUSRCVR',
}

function except(type: string): readonly string[] {
  return [...message, ...server, ...client, ...amqp].filter((each) => each !== type)
}

function channelName(): ValueType {
  return name(20)
}
