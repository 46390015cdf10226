/** The attributes of message channels. All of them are only shown. */
import type { AttributeValue } from '../../../qm/index.ts'
import { integer, level, list, text, truth, words, yesNo } from './codec.ts'
import { parseConnectionName, parseLocalAddress } from './connection-name.ts'
import { type Displayed, derived, moment, type Row, shown } from './row.ts'

/** The types of channel that the API shows, by the words of MQSC. */
export const channelTypes: Readonly<Record<string, string>> = {
  SDR: 'sender',
  RCVR: 'receiver',
  SVR: 'server',
  RQSTR: 'requester',
  CLUSSDR: 'clusterSender',
  CLUSRCVR: 'clusterReceiver',
}

const callers = ['sender', 'server', 'requester', 'clusterSender', 'clusterReceiver']
const cluster = ['clusterSender', 'clusterReceiver']
const transmitting = ['sender', 'server']

const headerCompression = list(words({ NONE: 'none', SYSTEM: 'system' }))
const messageCompression = list(
  words({ NONE: 'none', RLE: 'runLengthEncoding', ZLIBFAST: 'zlibFast', ZLIBHIGH: 'zlibHigh', ANY: 'any' }),
)
/** AUTO is -1 in the API. */
const automatic = { render: (value: AttributeValue) => (value === 'AUTO' ? -1 : integer.render(value)) }

export const channelRows: readonly Row[] = [
  ...callers.map((type) => derived(`${type}.connection`, connections, [type])),
  ...transmitting.map((type) => shown(`${type}.transmissionQueueName`, 'XMITQ', text, [type])),
  ...cluster.map((type) => shown(`${type}.clusterName`, 'CLUSTER', text, [type])),
  ...cluster.map((type) => shown(`${type}.clusterNamelist`, 'CLUSNL', text, [type])),

  shown('clusterRouting.workloadPriority', 'CLWLPRTY', integer, cluster),
  shown('clusterRouting.workloadRank', 'CLWLRANK', integer, cluster),
  shown('clusterRouting.workloadWeight', 'CLWLWGHT', integer, cluster),
  shown('clusterRouting.networkPriority', 'NETPRTY', integer, cluster),

  shown('connectionManagement.heartbeatInterval', 'HBINT', integer),
  shown('connectionManagement.disconnectInterval', 'DISCINT', integer),
  shown('connectionManagement.keepAliveInterval', 'KAINT', automatic),
  derived('connectionManagement.localAddress', localAddresses, callers),
  shown('connectionManagement.shortRetry.count', 'SHORTRTY', integer),
  shown('connectionManagement.shortRetry.interval', 'SHORTTMR', integer),
  shown('connectionManagement.longRetry.count', 'LONGRTY', integer),
  shown('connectionManagement.longRetry.interval', 'LONGTMR', integer),

  shown('compression.header', 'COMPHDR', headerCompression),
  shown('compression.message', 'COMPMSG', messageCompression),

  shown('dataCollection.monitoring', 'MONCHL', level),
  shown('dataCollection.statistics', 'STATCHL', level),

  derived('exits.message', (displayed) => exits(displayed, 'MSGEXIT', 'MSGDATA')),
  derived('exits.receive', (displayed) => exits(displayed, 'RCVEXIT', 'RCVDATA')),
  derived('exits.send', (displayed) => exits(displayed, 'SENDEXIT', 'SENDDATA')),
  derived('exits.security', (displayed) => exits(displayed, 'SCYEXIT', 'SCYDATA')?.[0]),
  derived('exits.messageRetry', (displayed) => exits(displayed, 'MREXIT', 'MRDATA')?.[0]),

  shown('extended.channelAgentType', 'MCATYPE', words({ PROCESS: 'process', THREAD: 'thread' })),
  shown(
    'extended.messagePropertyControl',
    'PROPCTL',
    words({ ALL: 'all', COMPAT: 'compatible', NONE: 'none', V6COMPAT: 'version6Compatible' }),
  ),
  shown('extended.senderDataConversion', 'CONVERT', yesNo),
  shown('extended.sequenceNumberWrap', 'SEQWRAP', integer),
  derived('extended.resetSequenceNumber', (displayed) => {
    const number = displayed.get('RESETSEQ')
    return number === undefined ? undefined : number === 'NO' ? 0 : number
  }),

  shown('failedDelivery.retry.count', 'MRRTY', integer),
  shown('failedDelivery.retry.interval', 'MRTMR', integer),
  shown('failedDelivery.useDeadLetterQueue', 'USEDLQ', yesNo),

  shown('general.description', 'DESCR', text),
  shown('general.maximumMessageLength', 'MAXMSGL', integer),

  shown('batch.preCommitHeartbeat', 'BATCHHB', integer),
  shown('batch.timeExtend', 'BATCHINT', integer),
  shown('batch.dataLimit', 'BATCHLIM', integer),
  shown('batch.messageLimit', 'BATCHSZ', integer),
  shown('batch.nonPersistentMessageSpeedFast', 'NPMSPEED', truth('FAST', 'NORMAL')),

  shown('receiverSecurity.channelAgentUserId', 'MCAUSER', text),
  shown(
    'receiverSecurity.putAuthority',
    'PUTAUT',
    words({ DEF: 'default', CTX: 'context', ALTMCA: 'alternateMCA', ONLYMCA: 'onlyMCA' }),
  ),

  shown('transmissionSecurity.cipherSpecification', 'SSLCIPH', text),
  shown('transmissionSecurity.certificateLabel', 'CERTLABL', text),
  shown('transmissionSecurity.certificatePeerName', 'SSLPEER', text),
  shown('transmissionSecurity.requirePartnerCertificate', 'SSLCAUTH', truth('REQUIRED', 'OPTIONAL')),

  moment('timestamps.altered', 'ALTDATE', 'ALTTIME'),
]

/** Attributes that every answer tells: those under the name of the type. */
export function isChannelBasic(name: string): boolean {
  return callers.includes(name.split('.', 1)[0] as string)
}

function connections(displayed: Displayed) {
  const name = displayed.get('CONNAME')
  return name === undefined ? undefined : parseConnectionName(text.render(name) as string)
}

function localAddresses(displayed: Displayed) {
  const address = displayed.get('LOCLADDR')
  return address === undefined ? undefined : parseLocalAddress(text.render(address) as string)
}

/** Each exit with its data; exits and data are lists of the same length. */
function exits(displayed: Displayed, exit: string, data: string) {
  const names = displayed.get(exit)
  if (names === undefined) return undefined
  const split = (value: AttributeValue | undefined) =>
    Array.isArray(value) ? value : String(value ?? '').split(',')
  const userData = split(displayed.get(data))
  return split(names)
    .map((name, index) => ({ name, userData: userData[index] ?? '' }))
    .filter(({ name }) => name !== '')
}
