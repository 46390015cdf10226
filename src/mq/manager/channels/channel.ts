/**
 * The contract of a channel: something that can be started and stopped, with its status.
 *
 * The part `channels` opens one channel for each channel object that is used and dispatches commands to it. Other parts
 * add types of channels by CHLTYPE.
 */
import type { ChannelHost } from '../types/channel-host.ts'
import type { ChannelCounts, ChannelStatus, ChannelStop } from '../types/network.ts'
import type { ObjectRecord } from '../types/services.ts'

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

export interface Channel {
  /** Resolves when the start is accepted. Rejects with an `MqError` when the definition does not allow a start. */
  start(): Promise<void>
  /** Resolves when the stop is accepted. `status` shows the instances until they have ended. */
  stop(options: Omit<ChannelStop, 'status'>): Promise<void>
  /** Returns the active instances; none when the channel is inactive. */
  status(): readonly ChannelStatus[]
  /** Ends all instances. Resolves when they have ended. */
  close(): Promise<void>
}

/** The queue manager's side of a channel. */
export interface ChannelOwner {
  readonly name: string
  /** Returns the current object, so that a start uses altered attributes. */
  readDefinition(): ObjectRecord
  /** Returns whether STOP CHANNEL was the last command, so that the channel accepts no partner. */
  isStopped(): boolean
  /** Records that the channel stopped by itself. It stays stopped until START CHANNEL, over restarts too. */
  recordStopped(error: string): void
  /** Records that the channel ended without an error. The next start of the queue manager does not start it. */
  recordInactive(): void
}

/** Opens the channel of an object without starting it. */
export type OpenHostedChannel = (owner: ChannelOwner, host: ChannelHost) => Channel

/** The channel types by CHLTYPE. */
export type HostedChannelTypes = Readonly<Record<string, OpenHostedChannel>>
