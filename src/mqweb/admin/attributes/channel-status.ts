/** The status of channels: of the instances that are there now, and what was kept of those that have ended. */
import { integer, list, text, words, yesNo } from './codec.ts'
import { parseConnectionName } from './connection-name.ts'
import { type Displayed, derived, moment, type Row, shown } from './row.ts'

const compressions = list(
  words({
    NONE: 'none',
    SYSTEM: 'system',
    RLE: 'runLengthEncoding',
    ZLIBFAST: 'zlibFast',
    ZLIBHIGH: 'zlibHigh',
  }),
)

export const currentStatusRows: readonly Row[] = [
  shown('currentStatus.inDoubt', 'INDOUBT', yesNo),
  shown('currentStatus.state', 'STATUS', words({})),

  shown('currentStatus.agent.jobName', 'JOBNAME', text),
  shown('currentStatus.agent.state', 'MCASTAT', words({ 'NOT RUNNING': 'stopped' })),
  shown('currentStatus.agent.userId', 'MCAUSER', text),

  shown('currentStatus.batch.count', 'BATCHES', integer),
  shown('currentStatus.batch.currentMessageCount', 'CURMSGS', integer),
  shown('currentStatus.batch.currentSequenceNumber', 'CURSEQNO', integer),
  shown('currentStatus.batch.currentLuwid', 'CURLUWID', text),
  shown('currentStatus.batch.lastSequenceNumber', 'LSTSEQNO', integer),
  shown('currentStatus.batch.lastLuwid', 'LSTLUWID', text),
  shown('currentStatus.batch.messageLimit', 'BATCHSZ', integer),

  shown('currentStatus.compression.header', 'COMPHDR', compressions),
  shown('currentStatus.compression.message', 'COMPMSG', compressions),

  shown('currentStatus.connectionManagement.heartbeatInterval', 'HBINT', integer),
  shown('currentStatus.connectionManagement.keepAliveInterval', 'KAINT', integer),
  shown('currentStatus.connectionManagement.localAddress', 'LOCLADDR', text),
  shown('currentStatus.connectionManagement.remainingShortRetries', 'SHORTRTS', integer),
  shown('currentStatus.connectionManagement.remainingLongRetries', 'LONGRTS', integer),

  shown('currentStatus.extended.buffersReceived', 'BUFSRCVD', integer),
  shown('currentStatus.extended.buffersSent', 'BUFSSENT', integer),
  shown('currentStatus.extended.bytesReceived', 'BYTSRCVD', integer),
  shown('currentStatus.extended.bytesSent', 'BYTSSENT', integer),

  derived('currentStatus.general.connection', connections),
  shown('currentStatus.general.maximumMessageLength', 'MAXMSGL', integer),
  shown('currentStatus.general.stopRequested', 'STOPREQ', yesNo),
  shown('currentStatus.general.transmissionQueueName', 'XMITQ', text),

  shown('currentStatus.message.count', 'MSGS', integer),

  shown('currentStatus.partner.productIdentifier', 'RPRODUCT', text),
  shown('currentStatus.partner.qmgrName', 'RQMNAME', text),
  shown('currentStatus.partner.version', 'RVERSION', text),

  moment('currentStatus.timestamps.started', 'CHSTADA', 'CHSTATI'),
  moment('currentStatus.timestamps.lastMessage', 'LSTMSGDA', 'LSTMSGTI'),
]

export const savedStatusRows: readonly Row[] = [
  shown('savedStatus.inDoubt', 'INDOUBT', yesNo),
  shown('savedStatus.batch.currentMessageCount', 'CURMSGS', integer),
  shown('savedStatus.batch.currentSequenceNumber', 'CURSEQNO', integer),
  shown('savedStatus.batch.currentLuwid', 'CURLUWID', text),
  shown('savedStatus.batch.lastSequenceNumber', 'LSTSEQNO', integer),
  shown('savedStatus.batch.lastLuwid', 'LSTLUWID', text),
  derived('savedStatus.general.connection', connections),
  shown('savedStatus.general.transmissionQueueName', 'XMITQ', text),
]

function connections(displayed: Displayed) {
  const name = displayed.get('CONNAME')
  return name === undefined ? undefined : parseConnectionName(text.render(name) as string)
}
