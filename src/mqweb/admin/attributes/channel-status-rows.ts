/** The status attributes of channels: of current instances, and the saved status of instances that have ended. */

import { type AttributeRow, computedRow, type DisplayedAttributes, readOnlyRow, timestampRow } from './attribute-row.ts'
import { integerCodec, listCodec, textCodec, wordCodec, yesNoCodec } from './codec.ts'
import { parseConnectionName } from './connection-name.ts'

const compressions = listCodec(
  wordCodec({
    NONE: 'none',
    SYSTEM: 'system',
    RLE: 'runLengthEncoding',
    ZLIBFAST: 'zlibFast',
    ZLIBHIGH: 'zlibHigh',
  }),
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

function connections(displayed: DisplayedAttributes) {
  const name = displayed.get('CONNAME')
  return name === undefined ? undefined : parseConnectionName(textCodec.render(name) as string)
}
