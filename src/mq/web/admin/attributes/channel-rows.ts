/** The attributes of message channels. All of them are read-only. */
import {
  type AttributeValue,
  objectDefinitions,
  parseConnectionNames,
  parseLocalAddresses,
} from '../../../manager/index.ts'
import {
  type AttributeRow,
  computedRow,
  type DisplayedAttributes,
  deriveRows,
  readOnlyRow,
  timestampRow,
} from './attribute-row.ts'
import { integerCodec, listCodec, textCodec, wordCodec, yesNoCodec } from './codec.ts'

/** The channel types that the API shows: the name in JSON by the value of CHLTYPE in MQSC. */
export const channelTypeNames: Readonly<Record<string, string>> = {
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

export const channelRows: readonly AttributeRow[] = [
  ...deriveRows(objectDefinitions.channel, channelTypeNames),
  ...callers.map((type) => computedRow(`${type}.connection`, connections, [type])),
  ...transmitting.map((type) => readOnlyRow(`${type}.transmissionQueueName`, 'XMITQ', textCodec, [type])),
  ...cluster.map((type) => readOnlyRow(`${type}.clusterName`, 'CLUSTER', textCodec, [type])),
  ...cluster.map((type) => readOnlyRow(`${type}.clusterNamelist`, 'CLUSNL', textCodec, [type])),
  computedRow('connectionManagement.localAddress', localAddresses, callers),
  computedRow('exits.message', (displayed) => exits(displayed, 'MSGEXIT', 'MSGDATA')),
  computedRow('exits.receive', (displayed) => exits(displayed, 'RCVEXIT', 'RCVDATA')),
  computedRow('exits.send', (displayed) => exits(displayed, 'SENDEXIT', 'SENDDATA')),
  computedRow('exits.security', (displayed) => exits(displayed, 'SCYEXIT', 'SCYDATA')?.[0]),
  computedRow('exits.messageRetry', (displayed) => exits(displayed, 'MREXIT', 'MRDATA')?.[0]),
  computedRow('extended.resetSequenceNumber', (displayed) => {
    const number = displayed.get('RESETSEQ')
    return number === undefined ? undefined : number === 'NO' ? 0 : number
  }),
  timestampRow('timestamps.altered', 'ALTDATE', 'ALTTIME'),
]

/** Returns whether every response has the attribute: those below the name of the channel type. */
export function isBasicChannelAttribute(name: string): boolean {
  return callers.includes(name.split('.', 1)[0] as string)
}

function connections(displayed: DisplayedAttributes) {
  return readAddresses(displayed.get('CONNAME'), parseConnectionNames)
}

function localAddresses(displayed: DisplayedAttributes) {
  return readAddresses(displayed.get('LOCLADDR'), (text) =>
    parseLocalAddresses(text).map(({ host, lowPort: low, highPort: high }) =>
      high === undefined ? { host, port: low } : { host, portRange: { low, high } },
    ),
  )
}

/** Returns the addresses of an attribute; a single one with the whole text when that has another form. */
function readAddresses(value: AttributeValue | undefined, parse: (text: string) => readonly object[]) {
  if (value === undefined) return undefined
  const text = textCodec.render(value) as string
  if (text.trim() === '') return []
  try {
    return parse(text)
  } catch {
    return [{ host: text }]
  }
}

/** Returns each exit with its user data. MQSC shows the exits and their data as two lists of the same length. */
function exits(displayed: DisplayedAttributes, exit: string, data: string) {
  const names = displayed.get(exit)
  if (names === undefined) return undefined
  const split = (value: AttributeValue | undefined) => (Array.isArray(value) ? value : String(value ?? '').split(','))
  const userData = split(displayed.get(data))
  return split(names)
    .map((name, index) => ({ name, userData: userData[index] ?? '' }))
    .filter(({ name }) => name !== '')
}

const compressions = listCodec(
  wordCodec({ NONE: 'none', SYSTEM: 'system', RLE: 'runLengthEncoding', ZLIBFAST: 'zlibFast', ZLIBHIGH: 'zlibHigh' }),
)

export const currentStatusRows: readonly AttributeRow[] = [
  readOnlyRow('currentStatus.inDoubt', 'INDOUBT', yesNoCodec),
  readOnlyRow('currentStatus.state', 'STATUS', wordCodec({})),

  readOnlyRow('currentStatus.agent.jobName', 'JOBNAME', textCodec),
  readOnlyRow('currentStatus.agent.state', 'MCASTAT', wordCodec({ 'NOT RUNNING': 'stopped' })),
  readOnlyRow('currentStatus.agent.userId', 'MCAUSER', textCodec),

  readOnlyRow('currentStatus.batch.count', 'BATCHES', integerCodec),
  readOnlyRow('currentStatus.batch.currentMessageCount', 'CURMSGS', integerCodec),
  readOnlyRow('currentStatus.batch.currentSequenceNumber', 'CURSEQNO', integerCodec),
  readOnlyRow('currentStatus.batch.currentLuwid', 'CURLUWID', textCodec),
  readOnlyRow('currentStatus.batch.lastSequenceNumber', 'LSTSEQNO', integerCodec),
  readOnlyRow('currentStatus.batch.lastLuwid', 'LSTLUWID', textCodec),
  readOnlyRow('currentStatus.batch.messageLimit', 'BATCHSZ', integerCodec),

  readOnlyRow('currentStatus.compression.header', 'COMPHDR', compressions),
  readOnlyRow('currentStatus.compression.message', 'COMPMSG', compressions),

  readOnlyRow('currentStatus.connectionManagement.heartbeatInterval', 'HBINT', integerCodec),
  readOnlyRow('currentStatus.connectionManagement.keepAliveInterval', 'KAINT', integerCodec),
  readOnlyRow('currentStatus.connectionManagement.localAddress', 'LOCLADDR', textCodec),
  readOnlyRow('currentStatus.connectionManagement.remainingShortRetries', 'SHORTRTS', integerCodec),
  readOnlyRow('currentStatus.connectionManagement.remainingLongRetries', 'LONGRTS', integerCodec),

  readOnlyRow('currentStatus.extended.buffersReceived', 'BUFSRCVD', integerCodec),
  readOnlyRow('currentStatus.extended.buffersSent', 'BUFSSENT', integerCodec),
  readOnlyRow('currentStatus.extended.bytesReceived', 'BYTSRCVD', integerCodec),
  readOnlyRow('currentStatus.extended.bytesSent', 'BYTSSENT', integerCodec),

  computedRow('currentStatus.general.connection', connections),
  readOnlyRow('currentStatus.general.maximumMessageLength', 'MAXMSGL', integerCodec),
  readOnlyRow('currentStatus.general.stopRequested', 'STOPREQ', yesNoCodec),
  readOnlyRow('currentStatus.general.transmissionQueueName', 'XMITQ', textCodec),

  readOnlyRow('currentStatus.message.count', 'MSGS', integerCodec),

  readOnlyRow('currentStatus.partner.productIdentifier', 'RPRODUCT', textCodec),
  readOnlyRow('currentStatus.partner.qmgrName', 'RQMNAME', textCodec),
  readOnlyRow('currentStatus.partner.version', 'RVERSION', textCodec),

  timestampRow('currentStatus.timestamps.started', 'CHSTADA', 'CHSTATI'),
  timestampRow('currentStatus.timestamps.lastMessage', 'LSTMSGDA', 'LSTMSGTI'),
]

export const savedStatusRows: readonly AttributeRow[] = [
  readOnlyRow('savedStatus.inDoubt', 'INDOUBT', yesNoCodec),
  readOnlyRow('savedStatus.batch.currentMessageCount', 'CURMSGS', integerCodec),
  readOnlyRow('savedStatus.batch.currentSequenceNumber', 'CURSEQNO', integerCodec),
  readOnlyRow('savedStatus.batch.currentLuwid', 'CURLUWID', textCodec),
  readOnlyRow('savedStatus.batch.lastSequenceNumber', 'LSTSEQNO', integerCodec),
  readOnlyRow('savedStatus.batch.lastLuwid', 'LSTLUWID', textCodec),
  computedRow('savedStatus.general.connection', connections),
  readOnlyRow('savedStatus.general.transmissionQueueName', 'XMITQ', textCodec),
]
