/** A channel between queue managers, and how channels are opened. */
import type { Channel, ChannelOwner } from '../../../manager/channels/channel.ts'
import type { SavedChannelStatus } from '../../../manager/types/network.ts'

/** A channel between queue managers. The methods have the meaning of those of `ChannelService`. */
export interface MessageChannel extends Channel {
  saved(): readonly SavedChannelStatus[]
  ping(dataLength: number): Promise<void>
  resetSequence(number: number): Promise<void>
  resolve(action: 'COMMIT' | 'BACKOUT'): Promise<void>
}

/** Opens the channel of an object without starting it. */
export type OpenChannel = (owner: ChannelOwner) => Channel

/** A channel without instances of its own: SVRCONN, a channel of the MQI, over which no client connects. */
export const openPassiveChannel: OpenChannel = () => ({
  async start() {},
  async stop() {},
  status: () => [],
  async close() {},
})
