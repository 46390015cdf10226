/** Channel types that another module provides, for example AMQP channels. */
import type { ChannelHost } from '../types/channel-host.ts'
import type { Channel, ChannelOwner, OpenChannel } from './channel.ts'

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
