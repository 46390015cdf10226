/** Channels of every type. Client-connection channels share the attributes and have their own namespace. */
import type { AttributeValue } from '../../types/connection.ts'
import {
  choiceType,
  genericNameOrBlankType,
  integerType,
  listType,
  nameType,
  secretType,
  textOrListType,
  textType,
} from './attribute-types.ts'
import {
  type AttributeDefinition,
  alterationAttributes,
  attribute,
  displayedAttribute,
  type ObjectDefinition,
} from './object-definition.ts'

const message = ['SDR', 'SVR', 'RCVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'] // these channels move messages between queue managers
const cluster = ['CLUSSDR', 'CLUSRCVR']
const sending = ['SDR', 'SVR', 'CLUSSDR', 'CLUSRCVR']
const receiving = ['RCVR', 'RQSTR', 'CLUSRCVR']
const calling = ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR', 'CLNTCONN']
const amqp = ['AMQP']
const client = ['CLNTCONN']
const server = ['SVRCONN']
const notAmqp = [...message, ...server, ...client]
const agents = ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLUSRCVR'] // a message channel agent connects for these types
const none: readonly string[] = []
const all = undefined

const count = integerType(0, 999_999_999)
const level = integerType(0, 9)
const yesNo = choiceType('YES', 'NO')
const monitoring = choiceType('QMGR', 'OFF', 'LOW', 'MEDIUM', 'HIGH')
const exit = textType(128)
const exitData = textType(32)
const exits = textOrListType(exit, 999)
const exitsData = textOrListType(exitData, 999)
const agent = choiceType('PROCESS', 'THREAD')
const properties = choiceType('COMPAT', 'ALL', 'NONE', 'V6COMPAT')
const compressions = choiceType('NONE', 'RLE', 'ZLIBFAST', 'ZLIBHIGH', 'LZ4FAST', 'LZ4HIGH', 'ANY')
const speed = choiceType('FAST', 'NORMAL')
const required = choiceType('REQUIRED', 'OPTIONAL')
const secured = ['SVR', ...receiving, ...server, ...amqp]
const seconds = integerType(0, 999_999)

const attributes: readonly AttributeDefinition[] = [
  attribute('AFFINITY', client, choiceType('PREFERRED', 'NONE'), 'PREFERRED'),
  ...alterationAttributes,
  attribute('BATCHHB', sending, integerType(0, 999_999), 0, { json: 'batch.preCommitHeartbeat' }),
  attribute('BATCHINT', sending, count, 0, { json: 'batch.timeExtend' }),
  attribute('BATCHLIM', sending, integerType(0, 999_999), 5000, { json: 'batch.dataLimit' }),
  attribute('BATCHSZ', message, integerType(1, 9999), 50, { json: 'batch.messageLimit' }),
  attribute('CERTLABL', except('CLUSSDR'), textType(64), '', { json: 'transmissionSecurity.certificateLabel' }),
  attribute('CLNTWGHT', client, integerType(0, 99), 0),
  attribute('CLUSNL', cluster, nameType(), ''),
  attribute('CLUSTER', cluster, nameType(), ''),
  attribute('CLWLPRTY', cluster, level, 0, { inert: true, json: 'clusterRouting.workloadPriority' }),
  attribute('CLWLRANK', cluster, level, 0, { inert: true, json: 'clusterRouting.workloadRank' }),
  attribute('CLWLWGHT', cluster, integerType(1, 99), 50, { inert: true, json: 'clusterRouting.workloadWeight' }),
  attribute('COMPHDR', notAmqp, listType(choiceType('NONE', 'SYSTEM'), 2), ['NONE'], { json: 'compression.header' }),
  attribute('COMPMSG', notAmqp, listType(compressions, 16), ['NONE'], { json: 'compression.message' }),
  attribute('CONNAME', calling, textType(264), ''),
  attribute('CONVERT', sending, yesNo, 'NO', { json: 'extended.senderDataConversion' }),
  attribute('DEFRECON', client, choiceType('NO', 'YES', 'QMGR', 'DISABLED'), 'NO'),
  attribute('DESCR', all, textType(64), '', { json: 'general.description' }),
  attribute('DISCINT', sending, seconds, 6000, { json: 'connectionManagement.disconnectInterval' }),
  attribute('DISCINT', server, seconds, 0, { json: 'connectionManagement.disconnectInterval' }),
  attribute('AMQPKA', amqp, integerType(0, 99_999, 'AUTO'), 'AUTO'),
  attribute('HBINT', notAmqp, seconds, 300, { json: 'connectionManagement.heartbeatInterval' }),
  attribute('KAINT', notAmqp, integerType(0, 99_999, 'AUTO'), 'AUTO', {
    json: 'connectionManagement.keepAliveInterval',
  }),
  attribute('LOCLADDR', [...calling, ...amqp], textType(48), ''),
  attribute('LONGRTY', sending, count, 999_999_999, { json: 'connectionManagement.longRetry.count' }),
  attribute('LONGTMR', sending, count, 1200, { json: 'connectionManagement.longRetry.interval' }),
  attribute('MAXINST', [...server, ...amqp], count, 999_999_999),
  attribute('MAXINSTC', server, count, 999_999_999),
  attribute('MAXMSGL', all, integerType(0, 104_857_600), 4_194_304, { json: 'general.maximumMessageLength' }),
  attribute('MCANAME', agents, textType(20), '', { inert: true }),
  attribute('MCATYPE', ['SDR', 'SVR', 'RQSTR'], agent, 'PROCESS', { json: 'extended.channelAgentType', inert: true }),
  attribute('MCATYPE', cluster, agent, 'THREAD', { json: 'extended.channelAgentType', inert: true }),
  attribute('MCAUSER', except('CLNTCONN'), textType(64), '', { json: 'receiverSecurity.channelAgentUserId' }),
  attribute('MODENAME', calling, textType(8), '', { inert: true }),
  attribute('MONCHL', [...message, ...server], monitoring, 'QMGR', { json: 'dataCollection.monitoring' }),
  attribute('MRDATA', receiving, exitData, ''),
  attribute('MREXIT', receiving, exit, ''),
  attribute('MRRTY', receiving, count, 10, { json: 'failedDelivery.retry.count' }),
  attribute('MRTMR', receiving, count, 1000, { json: 'failedDelivery.retry.interval' }),
  attribute('MSGDATA', message, exitsData, ''),
  attribute('MSGEXIT', message, exits, ''),
  attribute('NETPRTY', ['CLUSRCVR'], level, 0, { inert: true, json: 'clusterRouting.networkPriority' }),
  attribute('NPMSPEED', message, speed, 'FAST', { json: 'batch.nonPersistentMessageSpeedFast', yes: 'FAST' }),
  attribute('PASSWORD', ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLNTCONN'], secretType(12), '', { inert: true }),
  attribute('PORT', amqp, integerType(0, 65_535), 5672),
  attribute('PROPCTL', sending, properties, 'COMPAT', { json: 'extended.messagePropertyControl' }),
  attribute('PUTAUT', receiving, choiceType('DEF', 'CTX'), 'DEF', { json: 'receiverSecurity.putAuthority' }),
  attribute('QMNAME', client, genericNameOrBlankType(), ''),
  attribute('RCVDATA', notAmqp, exitsData, ''),
  attribute('RCVEXIT', notAmqp, exits, ''),
  displayedAttribute('RESETSEQ', message, integerType(1, 999_999_999, 'NO')),
  attribute('SCYDATA', notAmqp, exitData, ''),
  attribute('SCYEXIT', notAmqp, exit, ''),
  attribute('SENDDATA', notAmqp, exitsData, ''),
  attribute('SENDEXIT', notAmqp, exits, ''),
  attribute('SEQWRAP', message, integerType(100, 999_999_999), 999_999_999, { json: 'extended.sequenceNumberWrap' }),
  attribute('SHARECNV', [...server, ...client], count, 10),
  attribute('SHORTRTY', sending, count, 10, { json: 'connectionManagement.shortRetry.count' }),
  attribute('SHORTTMR', sending, count, 60, { json: 'connectionManagement.shortRetry.interval' }),
  displayedAttribute('SPLPROT', none, choiceType('PASSTHRU', 'REMOVE', 'ASPOLICY')),
  attribute('SSLCAUTH', secured, required, 'REQUIRED', {
    json: 'transmissionSecurity.requirePartnerCertificate',
    yes: 'REQUIRED',
  }),
  attribute('SSLCIPH', all, textType(32), '', { json: 'transmissionSecurity.cipherSpecification' }),
  attribute('SSLPEER', all, textType(1024), '', { json: 'transmissionSecurity.certificatePeerName' }),
  attribute('STATCHL', message, monitoring, 'QMGR', { json: 'dataCollection.statistics', inert: true }),
  attribute('TPNAME', calling, textType(64), '', { inert: true }),
  attribute('TPROOT', amqp, nameType(), 'SYSTEM.BASE.TOPIC'),
  attribute('TMPMODEL', amqp, nameType(), 'SYSTEM.DEFAULT.MODEL.QUEUE'),
  attribute('TMPQPRFX', amqp, textType(33), 'AMQP.*'),
  attribute('TRPTYPE', notAmqp, choiceType('TCP', 'LU62', 'NETBIOS', 'SPX'), 'TCP'),
  attribute('USECLTID', amqp, yesNo, 'NO'),
  attribute('USEDLQ', message, yesNo, 'YES', { json: 'failedDelivery.useDeadLetterQueue' }),
  attribute('USERID', ['SDR', 'SVR', 'RQSTR', 'CLUSSDR', 'CLNTCONN'], textType(12), ''),
  attribute('XMITQ', ['SDR', 'SVR'], nameType(), ''),
]

const noClients = 'no client connects over channels of the MQI; they connect over AMQP channels and the REST API'

const shared = {
  key: 'CHANNEL',
  typeKeyword: 'CHLTYPE',
  name: nameType(20),
  attributes,
  defaultObject: (type: string) => `SYSTEM.DEF.${defaultNames[type] ?? type}`,
  required: (type: string) => needed[type] ?? [],
  inertTypes: { SVRCONN: noClients, CLNTCONN: noClients },
  check: (given: Readonly<Record<string, AttributeValue>>) =>
    given.CLUSTER && given.CLUSNL ? 'CLUSTER and CLUSNL cannot both be given' : undefined,
} as const

export const channelDefinition: ObjectDefinition = {
  ...shared,
  kind: 'channel',
  types: [...message, ...server, ...amqp],
}

export const clientChannelDefinition: ObjectDefinition = { ...shared, kind: 'clntconn', types: client }

/** The attributes that DEFINE requires by channel type. */
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
