/** Opens the channels, listeners and channel initiators of a queue manager. */
import type { ChannelOwner, HostedChannelTypes } from '../../manager/channels/channel.ts'
import { triggerAgain } from '../../manager/routing/triggers.ts'
import type { Network, NetworkDeps } from '../../manager/running/network.ts'
import type { ChannelHost } from '../../manager/types/channel-host.ts'
import { defaultInitiationQueue } from '../../manager/types/network.ts'
import { ChannelControl } from './channel-control.ts'
import { ChannelInitiators } from './channel-initiators.ts'
import { createClientSecurity } from './client-security.ts'
import { ListenerControl, type ListenerDeps } from './listener-control.ts'
import { acceptConnection } from './sessions/acceptor.ts'
import { type OpenChannel, openPassiveChannel } from './sessions/message-channel.ts'
import { ReceivingChannel } from './sessions/receiving/receiving-channel.ts'
import { SendingChannel } from './sessions/sending/sending-channel.ts'
import type { SessionDeps } from './sessions/session-deps.ts'
import { openTlsFiles } from './transport/tls-files.ts'

export function openNetwork(given: NetworkDeps): Network {
  const { running, log, listenerPort: defaultPort } = given
  const { clock, objects, attribute } = running
  const deps = buildSessionDeps(given)
  const channels = new ChannelControl({
    objects,
    clock,
    log,
    types: { ...ownChannelTypes(deps), ...bindChannelTypes(given.channelTypes, buildChannelHost(given)) },
  })
  const accept: ListenerDeps['accept'] = (socket, established) =>
    acceptConnection(socket, established, { ...deps, channels })
  const listeners = new ListenerControl({ objects, clock, log, defaultPort, accept })
  const { queues, connections } = running
  const initiators = new ChannelInitiators({ ...deps, queues, connections, channels })
  return {
    channels,
    listeners,
    initiators,
    async start() {
      await listeners.startAll()
      await channels.startAll()
      if (attribute('SCHINIT') === 'MANUAL') return
      await initiators.start(defaultInitiationQueue).catch((error: unknown) => {
        log.error({ error }, 'the channel initiator could not start')
      })
    },
    async close() {
      await listeners.close()
      initiators.close()
      await channels.close()
    },
  }
}

function buildSessionDeps({ running, store, timers, log }: NetworkDeps): SessionDeps {
  const { clock, objects, queues, delivery, resolver, publisher, topics, connections, authority } = running
  const { attribute, triggering } = running
  return {
    manager: running.name,
    clock,
    timers,
    log,
    objects,
    queues,
    store,
    delivery,
    resolver,
    publisher,
    topics,
    connections,
    authority,
    attribute,
    tls: openTlsFiles(attribute),
    triggerAgain: (queue) => triggerAgain(triggering, queue),
  }
}

type ChannelTypes = Readonly<Record<string, OpenChannel>>

function ownChannelTypes(deps: SessionDeps): ChannelTypes {
  const openSending: OpenChannel = (owner) => new SendingChannel(owner, deps)
  const openReceiving: OpenChannel = (owner) => new ReceivingChannel(owner, deps)
  return { SDR: openSending, SVR: openSending, RCVR: openReceiving, RQSTR: openReceiving, SVRCONN: openPassiveChannel }
}

/** Returns what the channel types of other parts may use while the queue manager runs. */
function buildChannelHost({ running, queueManager, log, verifyPassword }: NetworkDeps): ChannelHost {
  const { clock, objects, attribute } = running
  return {
    queueManager,
    clock,
    log,
    findObject: (kind, name) => objects.find(kind, name),
    security: createClientSecurity({ objects, log, attribute, verifyPassword }),
  }
}

function bindChannelTypes(types: HostedChannelTypes, host: ChannelHost): ChannelTypes {
  const bound = Object.entries(types).map(([type, open]) => [type, (owner: ChannelOwner) => open(owner, host)] as const)
  return Object.fromEntries(bound)
}
