/** Composes the parts of a queue manager that exist between its start and its end. */
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { systemTimers, type Timers } from '../../lib/time/timers.ts'
import { AuthorityManager } from '../authority/authority-manager.ts'
import { EventPublisher } from '../events/event-publisher.ts'
import { publishPerformanceEvent } from '../events/performance-events.ts'
import { SystemMessages } from '../events/system-messages.ts'
import { MessageIdGenerator } from '../messages/message-id-generator.ts'
import type { OpenChannel } from '../network/channel.ts'
import { openTlsFiles } from '../network/transport/tls-files.ts'
import { type CommitCallbacks, ObjectCatalog, type ObjectChangeHandler } from '../objects/object-catalog.ts'
import { openMessagePersistence } from '../persistence/message-persistence.ts'
import { ActivePublishers } from '../pubsub/active-publishers.ts'
import { type ActiveSubscription, ActiveSubscriptions } from '../pubsub/active-subscriptions.ts'
import { Publisher } from '../pubsub/publisher.ts'
import { RetainedPublications, retainedQueueName } from '../pubsub/retained-publications.ts'
import { TopicTree } from '../pubsub/topic-tree.ts'
import { buildDynamicQueue } from '../queues/build-dynamic-queue.ts'
import { LocalQueues } from '../queues/local-queues.ts'
import { MessageExpiry } from '../queues/message-expiry.ts'
import { preserveMessages, restorePreservedMessages } from '../queues/preserved-messages.ts'
import type { RemovalCounts } from '../queues/queue-activity.ts'
import { NameResolver } from '../routing/name-resolver.ts'
import { sendTriggerMessage, type TriggerDeps, triggerAgain } from '../routing/triggers.ts'
import { StatisticsCollector } from '../statistics/statistics-collector.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import { GroupCommit } from '../store/group-commit.ts'
import type { MessageStore } from '../store/message-store.ts'
import type { AttributeValue } from '../types/command.ts'
import { CommitStatistics } from '../types/commit-statistics.ts'
import { defaultInitiationQueue } from '../types/network.ts'
import { mqError } from '../types/reason-codes.ts'
import type { ObjectKind, ObjectRecord, QueueManagerServices, QueueManagerStatus } from '../types/services.ts'
import { removeOrphanedObjects, startExpirySweeper } from './expiry-sweeper.ts'
import { openChannels } from './open-channels.ts'
import { ActiveMqiCalls, OpenConnections } from './open-connections.ts'

export interface RunningQueueManagerDeps {
  readonly name: string
  /** The creation time of the queue manager in milliseconds since the epoch. It is part of generated message ids. */
  readonly created: number
  readonly store: MessageStore
  /**
   * The free disk space check; puts of persistent messages fail while space is short. Undefined disables the
   * check.
   */
  readonly disk?: DiskSpace | undefined
  readonly clock: Clock
  /** The timers of channels; those of the system when undefined. */
  readonly timers?: Timers
  readonly log: Log
  /** The port for listener objects with PORT(0). */
  readonly listenerPort: number
  /** Channel types that the caller provides, by CHLTYPE, for example `AMQP`. */
  readonly channelTypes?: Readonly<Record<string, OpenChannel>>
  status(): QueueManagerStatus
}

export type RunningQueueManager = ReturnType<typeof openRunningQueueManager>

export function openRunningQueueManager(options: RunningQueueManagerDeps) {
  const { name, created, store, disk, clock, log, listenerPort, channelTypes, status } = options
  const { timers = systemTimers } = options

  // 1. Queues and their messages.
  const commits = new CommitStatistics()
  const group = new GroupCommit(store, commits)
  const ids = new MessageIdGenerator(name, created)
  const delivery = openMessagePersistence({
    store,
    group,
    clock,
    ids,
    disk,
    reportDamage: ({ name: queue }, { messageId }, error) =>
      log.error({ error, queue, message: messageId.toString('hex') }, 'a message is damaged and set aside'),
  })
  const stored = store.objects()
  const removals: RemovalCounts = { expired: 0, purged: 0 }
  const queues: LocalQueues = new LocalQueues(
    {
      store,
      group,
      ids,
      clock,
      log,
      removals,
      renumber: (queue, undone) => {
        const record = objects.find('queue', queue) as ObjectRecord
        const { value: id, committed } = objects.saveRecord(record, { fresh: true, rolledBack: undone })
        return { id, committed }
      },
      trackExpiry: (queue, entry) => expiry.add(queue, entry),
      triggerApplication: (queue, priority) => sendTriggerMessage(triggering, queue, priority),
      publishEvent: (queue, event) => publishPerformanceEvent(events, queue, event),
    },
    stored,
  )
  const expiry: MessageExpiry = new MessageExpiry({
    messages: store.messages,
    queueOf: (id) => queues.findById(id),
    discard: (queue, entry) => {
      // The next sweep finds the message again when the removal fails.
      delivery.discardExpired(queue, entry).catch(() => undefined)
    },
  })

  const messages = new SystemMessages({
    manager: name,
    delivery,
    clock,
    find: (queue) => queues.find(queue),
  })
  const events: EventPublisher = new EventPublisher({ messages, attribute })

  // 2. Objects and the parts that apply their changes.
  const objects: ObjectCatalog = new ObjectCatalog(group, stored, (kind) => followers[kind])
  const authority = new AuthorityManager(objects, clock)
  const connections = new OpenConnections(name, clock)
  const resolver = new NameResolver(name, objects, queues)

  const triggering: TriggerDeps = {
    objects,
    delivery,
    clock,
    find: (queue) => queues.find(queue),
    reportFailure: (error) => log.warn({ error }, 'a trigger message could not be put'),
  }

  // 3. Topics, subscriptions and publishing.
  const retained = new RetainedPublications(() => queues.find(retainedQueueName), delivery)
  const publishers = new ActivePublishers(clock)
  const topics: TopicTree = new TopicTree(objects, () => ({
    subscribed: () => subscriptions.subscribed(),
    publishers,
    retained,
    clearRetained: (topicString) => retained.clear(topicString),
  }))
  const subscriptions: ActiveSubscriptions = new ActiveSubscriptions({
    objects,
    topics,
    manager: name,
    makeQueue,
    removeQueue: (queue) => forget('queue', queue),
    created: (subscription) => giveRetained(subscription),
  })
  const publisher = new Publisher({
    manager: name,
    clock,
    topics,
    subscriptions,
    retained,
    resolver,
    delivery,
    deadLetterQueue: () => queues.find(String(attribute('DEADQ') ?? '')),
  })
  const statistics = new StatisticsCollector({
    messages,
    clock,
    timers,
    objects,
    queues,
    removals,
    attribute,
    countConnections: () => connections.applicationCount,
  })
  const { channels, listeners, initiators } = openChannels({
    manager: name,
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
    events,
    statistics,
    connections,
    authority,
    attribute,
    tls: openTlsFiles(attribute),
    listenerPort,
    channelTypes: channelTypes ?? {},
    triggerAgain: (queue) => triggerAgain(triggering, queue),
  })
  const followers: Partial<Record<ObjectKind, ObjectChangeHandler>> = {
    queue: {
      ...queues.changeHandler,
      saved: (object, before) => {
        const callbacks = queues.changeHandler.saved?.(object, before)
        const queue = queues.find(object.record.name)
        if (queue) statistics.configureQueue(queue)
        return callbacks
      },
    },
    qmgr: { saved: changedManager },
    sub: subscriptions.changeHandler,
    topic: { saved: changedTopics, removed: changedTopics },
    channel: { removed: (channel) => channels.forget(channel.name) },
  }
  removeOrphanedObjects(objects, forget)
  restorePreservedMessages(store, queues, clock(), (sequence) => ids.fromSequence(sequence))
  subscriptions.load(objects.list('sub'))
  statistics.configure()

  const calls = new ActiveMqiCalls()
  const sweeping = startExpirySweeper(sweep, (error) =>
    log.warn({ error }, 'what has expired could not be removed yet'),
  )
  const services: QueueManagerServices = {
    name,
    clock,
    objects,
    queues,
    listeners,
    initiators,
    channels,
    connections,
    subscriptions,
    topics,
    authority,
    flushStatistics: () => statistics.flush(),
    reportCommandFailure: (error) => log.error({ error }, 'a command failed'),
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
    return objects.saveNow(buildDynamicQueue(definition, `${prefix}*`, clock())).value.name
  }

  function changedTopics(): CommitCallbacks {
    topics.invalidate()
    return { rolledBack: () => topics.invalidate() }
  }

  function changedManager(): CommitCallbacks {
    statistics.configure()
    return { rolledBack: () => statistics.configure() }
  }

  /** Removes an object in the background. The next start removes it when the commit fails. */
  function forget(kind: ObjectKind, object: string): void {
    objects.removeNow(kind, object).catch((error: unknown) => {
      log.warn({ error, [kind]: object }, 'an object that is no longer in use could not be removed')
    })
  }

  function giveRetained(subscription: ActiveSubscription): void {
    publisher.sendRetained(subscription).catch((error: unknown) => {
      log.warn({ error, subscription: subscription.record.name }, 'retained publications were not delivered')
    })
  }

  async function park(): Promise<void> {
    try {
      await preserveMessages(store, queues)
    } catch (error) {
      log.warn({ error }, 'non-persistent messages could not be kept over the end')
    }
  }

  function sweep(): boolean {
    const now = clock()
    for (const subscription of subscriptions.listExpired(now)) forget('sub', subscription)
    return expiry.sweep(now)
  }

  return {
    name,
    clock,
    objects,
    queues,
    delivery,
    resolver,
    authority,
    connections,
    listeners,
    channels,
    initiators,
    topics,
    subscriptions,
    publishers,
    publisher,
    events,
    calls,
    services,
    statistics,
    attribute,
    sweep,
    commits,

    /** Starts the listeners, channels and the channel initiator that start with the queue manager. */
    async startNetwork(): Promise<void> {
      await listeners.startAll()
      await channels.startAll()
      if (attribute('SCHINIT') === 'MANUAL') return
      await initiators.start(defaultInitiationQueue).catch((error: unknown) => {
        log.error({ error }, 'the channel initiator could not start')
      })
    },

    /**
     * Closes every part in order. Before an orderly end, the caller must wait until no call is active; `byForce`
     * skips this wait and does not preserve non-persistent messages.
     */
    async close({ byForce = false } = {}): Promise<void> {
      sweeping.close()
      await listeners.close()
      initiators.close()
      await channels.close()
      statistics.close()
      queues.close()
      await group.close()
      await delivery.idle()
      if (!byForce) await park()
      await store.close()
    },
  }
}
