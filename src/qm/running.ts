/** Everything of a queue manager that lives between its start and its end, put together. */

import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { AuthorityManager } from './authority/authority.ts'
import { Catalog, type Follower, type Outcome } from './catalog.ts'
import { Events } from './events/events.ts'
import { keepSweeping } from './expiry-sweeper.ts'
import { Calls } from './mqi/calls.ts'
import { OpenConnections } from './mqi/connections.ts'
import { ChannelControl } from './network/channels.ts'
import { ListenerControl } from './network/listeners.ts'
import { removeLeftovers } from './orphan-cleanup.ts'
import { Publisher } from './pubsub/publish.ts'
import { Publishers } from './pubsub/publishers.ts'
import { Retained, retainedQueue } from './pubsub/retained.ts'
import { type LiveSubscription, LiveSubscriptions } from './pubsub/subscriptions.ts'
import { TopicTree } from './pubsub/topics.ts'
import { openDelivery } from './queues/delivery.ts'
import { dynamicQueue } from './queues/dynamic.ts'
import { Expiry } from './queues/expiry.ts'
import { GroupCommit } from './queues/group-commit.ts'
import { MessageIds } from './queues/message-ids.ts'
import { parkMessages, unparkMessages } from './queues/parking.ts'
import { LocalQueues } from './queues/queues.ts'
import { mqError } from './reasons.ts'
import { Resolver } from './routing/resolve.ts'
import { type TriggerTools, trigger } from './routing/triggers.ts'
import type { ManagerRuntime, ManagerStatus, ObjectKind, ObjectRecord } from './runtime.ts'
import { CommitMeter } from './store/commit-meter.ts'
import type { DiskSpace } from './store/disk-space.ts'
import type { Store } from './store/store.ts'
import type { AttributeValue } from './types.ts'

export interface RunningOptions {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly store: Store
  /** Puts of persistent messages are refused while it is short; none are when it is left out. */
  readonly disk?: DiskSpace | undefined
  readonly clock: Clock
  readonly log: Log
  /** The port of a listener whose PORT is 0. */
  readonly listenerPort: number
  status(): ManagerStatus
}

export type Running = ReturnType<typeof openRunning>

export function openRunning(options: RunningOptions) {
  const { name, created, store, disk, clock, log, listenerPort, status } = options

  // 1. Messages on queues.
  const commits = new CommitMeter()
  const group = new GroupCommit(store, commits)
  const ids = new MessageIds(name, created)
  const delivery = openDelivery({
    ...{ store, group, ids, disk },
    damaged: ({ name: queue }, { messageId }, error) =>
      log.error({ error, queue, message: messageId.toString('hex') }, 'a message is damaged and set aside'),
  })
  const stored = store.objects()
  const queues: LocalQueues = new LocalQueues(
    {
      ...{ store, group, ids, clock, log },
      renumber: (queue, undone) => {
        const record = objects.find('queue', queue) as ObjectRecord
        const { kept: id, committed } = objects.keep(record, { fresh: true, undone })
        return { id, committed }
      },
      expires: (queue, entry) => expiry.add(queue, entry),
      triggers: (queue, priority) => trigger(triggering, queue, priority),
      depthEvent: (queue, event) => events.depth(queue, event),
    },
    stored,
  )
  const expiry: Expiry = new Expiry({
    messages: store.messages,
    queueOf: (id) => queues.byId(id),
    discard: (queue, entry) => {
      // One that stays is found again by the next sweep.
      delivery.discard(queue, entry).catch(() => undefined)
    },
  })

  const events: Events = new Events({
    ...{ manager: name, delivery, clock, attribute },
    find: (queue) => queues.find(queue),
  })

  // 2. Objects, and what follows them.
  const objects: Catalog = new Catalog(group, stored, (kind) => followers[kind])
  const authority = new AuthorityManager(objects, clock)
  const channels = new ChannelControl(objects, clock)
  const listeners = new ListenerControl({ objects, clock, log, defaultPort: listenerPort })
  const connections = new OpenConnections(name, clock)
  const resolver = new Resolver(name, objects, queues)

  const triggering: TriggerTools = {
    ...{ objects, delivery, clock },
    find: (queue) => queues.find(queue),
    failed: (error) => log.warn({ error }, 'a trigger message could not be put'),
  }

  // 3. Topics and who listens to them.
  const retained = new Retained(() => queues.find(retainedQueue), delivery)
  const publishers = new Publishers(clock)
  const topics: TopicTree = new TopicTree(objects, () => ({
    subscribed: () => subscriptions.subscribed(),
    publishers,
    retained,
    clearRetained: (topicString) => retained.clear(topicString),
  }))
  const subscriptions: LiveSubscriptions = new LiveSubscriptions({
    objects,
    topics,
    manager: name,
    makeQueue,
    removeQueue: (queue) => forget('queue', queue),
    created: (subscription) => giveRetained(subscription),
  })
  const publisher = new Publisher({
    ...{ manager: name, clock, topics, subscriptions, retained, resolver, delivery },
    deadLetterQueue: () => queues.find(String(attribute('DEADQ') ?? '')),
  })
  const followers: Partial<Record<ObjectKind, Follower>> = {
    queue: queues.follower,
    sub: subscriptions.follower,
    topic: { saved: changedTopics, removed: changedTopics },
    channel: { removed: (channel) => channels.forget(channel.name) },
  }
  removeLeftovers(objects, forget)
  unparkMessages(store, queues, clock(), (sequence) => ids.of(sequence))
  subscriptions.load(objects.list('sub'))

  const calls = new Calls()
  const sweeping = keepSweeping(sweep, (error) =>
    log.warn({ error }, 'what has expired could not be removed yet'),
  )
  const runtime: ManagerRuntime = {
    ...{ name, clock, objects, queues, listeners, channels, connections, subscriptions, topics, authority },
    status,
  }

  function attribute(keyword: string): AttributeValue | undefined {
    return objects.find('qmgr', name)?.attributes[keyword]
  }

  function makeQueue(model: string, prefix: string): string {
    const definition = objects.find('queue', model)
    if (!definition) {
      throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no model queue ${model}`, { object: model })
    }
    return objects.saveNow(dynamicQueue(definition, `${prefix}*`, clock())).kept.name
  }

  function changedTopics(): Outcome {
    topics.changed()
    return { undone: () => topics.changed() }
  }

  /** Removes an object for which no caller waits. One that stays is removed by the next start. */
  function forget(kind: ObjectKind, object: string): void {
    objects.removeNow(kind, object).catch((error: unknown) => {
      log.warn({ error, [kind]: object }, 'an object that is no longer in use could not be removed')
    })
  }

  function giveRetained(subscription: LiveSubscription): void {
    publisher.giveRetained(subscription).catch((error: unknown) => {
      log.warn({ error, subscription: subscription.record.name }, 'retained publications were not delivered')
    })
  }

  async function park(): Promise<void> {
    try {
      await parkMessages(store, queues)
    } catch (error) {
      log.warn({ error }, 'non-persistent messages could not be kept over the end')
    }
  }

  function sweep(): boolean {
    const now = clock()
    for (const subscription of subscriptions.expired(now)) forget('sub', subscription)
    return expiry.sweep(now)
  }

  return {
    ...{ name, clock, objects, queues, delivery, resolver, authority, connections, listeners },
    ...{ topics, subscriptions, publishers, publisher, events, calls, runtime, attribute, sweep, commits },

    /** Ends everything in order; calls under way have been waited for, unless it is by force. */
    async close({ byForce = false } = {}): Promise<void> {
      sweeping.close()
      await listeners.close()
      queues.close()
      await group.close()
      await delivery.idle()
      if (!byForce) await park()
      await store.close()
    },
  }
}
