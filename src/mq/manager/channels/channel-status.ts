/** Statuses of channels that have no active instance. */
import type { ChannelCounts, ChannelStatus } from '../types/network.ts'

export const noBatchId = '0000000000000000'

const noCounts: ChannelCounts = {
  messages: 0,
  batches: 0,
  bytesSent: 0,
  bytesReceived: 0,
  buffersSent: 0,
  buffersReceived: 0,
}

/** The status of an instance before anything is known about its partner. */
export const initialStatus: Omit<ChannelStatus, 'state'> = {
  substate: '',
  connectionName: '',
  localAddress: '',
  remoteManager: '',
  remoteProduct: '',
  remoteVersion: '',
  isStopRequested: false,
  userId: '',
  startedAt: undefined,
  lastMessageAt: undefined,
  counts: noCounts,
  retries: undefined,
  batches: undefined,
  negotiated: undefined,
  monitored: undefined,
  tls: undefined,
  lastError: '',
}

/** Returns the status of a stopped channel. `lastError` is empty when an administrator stopped it. */
export function stoppedStatus(lastError: string): ChannelStatus {
  return { ...initialStatus, state: 'STOPPED', lastError }
}
