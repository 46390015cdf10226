/**
 * The contract of a channel: something that can be started and stopped, with its status.
 *
 * `ChannelControl` opens one channel for each channel object that is used and dispatches commands to it. The types
 * of channels are a table of `OpenChannel` functions by CHLTYPE.
 */
import type { ChannelHost } from '../types/channel-host.ts'
import type { ChannelStatus, ChannelStop, SavedChannelStatus } from '../types/network.ts'
import type { ObjectRecord } from '../types/services.ts'

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

/** A channel between queue managers. The methods have the meaning of those of `ChannelService`. */
export interface MessageChannel extends Channel {
  saved(): readonly SavedChannelStatus[]
  ping(dataLength: number): Promise<void>
  resetSequence(number: number): Promise<void>
  resolve(action: 'COMMIT' | 'BACKOUT'): Promise<void>
}

/** The queue manager's side of a channel. */
export interface ChannelOwner {
  readonly name: string
  /** Returns the current object, so that a start uses altered attributes. */
  readDefinition(): ObjectRecord
  /** Records that the channel stopped by itself. It stays stopped until START CHANNEL, over restarts too. */
  recordStopped(error: string): void
  /** Records that an instance has agreed with its partner and can move messages. */
  recordStarted(): void
  /** Records that the channel ended without an error. The next start of the queue manager does not start it. */
  recordInactive(): void
}

/** Opens the channel of an object without starting it. */
export type OpenChannel = (owner: ChannelOwner) => Channel

/** Opens the channel of an object without starting it. */
export type OpenHostedChannel = (owner: ChannelOwner, host: ChannelHost) => Channel

/** The channel types by CHLTYPE. */
export type HostedChannelTypes = Readonly<Record<string, OpenHostedChannel>>

/** Returns the channel types of one queue manager. */
export function bindChannelTypes(types: HostedChannelTypes, host: ChannelHost): Readonly<Record<string, OpenChannel>> {
  return Object.fromEntries(
    Object.entries(types).map(([type, open]) => [type, (owner: ChannelOwner) => open(owner, host)]),
  )
}

/** A channel without instances of its own: SVRCONN, a channel of the MQI, over which no client connects. */
export const openPassiveChannel: OpenChannel = () => ({
  async start() {},
  async stop() {},
  status: () => [],
  async close() {},
})
