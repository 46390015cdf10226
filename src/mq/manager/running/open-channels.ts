/** Opens the channels and listeners of a queue manager. */

import { ChannelControl } from '../../parts/channels/channel-control.ts'
import { ChannelInitiators } from '../../parts/channels/channel-initiators.ts'
import { ListenerControl } from '../../parts/channels/listener-control.ts'
import { acceptConnection } from '../../parts/channels/sessions/acceptor.ts'
import { ReceivingChannel } from '../../parts/channels/sessions/receiving/receiving-channel.ts'
import { SendingChannel } from '../../parts/channels/sessions/sending/sending-channel.ts'
import type { SessionDeps } from '../../parts/channels/sessions/session-deps.ts'
import { type OpenChannel, openPassiveChannel } from '../channels/channel.ts'
import { publishChannelEvent, publishTlsEvent } from '../events/channel-events.ts'
import type { EventPublisher } from '../events/event-publisher.ts'
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { LocalQueues } from '../queues/local-queues.ts'

export interface OpenChannelsDeps extends Omit<SessionDeps, 'publishTlsFailure'> {
  readonly objects: ObjectCatalog
  readonly queues: LocalQueues
  readonly events: EventPublisher
  readonly listenerPort: number
  readonly channelTypes: Readonly<Record<string, OpenChannel>>
}

export interface OpenedChannels {
  readonly channels: ChannelControl
  readonly listeners: ListenerControl
  readonly initiators: ChannelInitiators
}

export function openChannels(given: OpenChannelsDeps): OpenedChannels {
  const { objects, clock, log, events } = given
  const deps: OpenChannelsDeps & SessionDeps = {
    ...given,
    publishTlsFailure: (failure, partner) => publishTlsEvent(events, failure, partner),
  }
  const openSending: OpenChannel = (owner) => new SendingChannel(owner, deps)
  const openReceiving: OpenChannel = (owner) => new ReceivingChannel(owner, deps)
  const channels = new ChannelControl({
    objects,
    clock,
    log,
    publishEvent: (event, channel) => publishChannelEvent(events, event, channel),
    types: {
      SDR: openSending,
      SVR: openSending,
      RCVR: openReceiving,
      RQSTR: openReceiving,
      SVRCONN: openPassiveChannel,
      ...deps.channelTypes,
    },
  })
  const listeners = new ListenerControl({
    objects,
    clock,
    log,
    defaultPort: deps.listenerPort,
    accept: (socket, established) => acceptConnection(socket, established, { ...deps, channels }),
  })
  const initiators = new ChannelInitiators({ ...deps, channels })
  return { channels, listeners, initiators }
}
