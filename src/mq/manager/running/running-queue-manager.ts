/** Composes the parts of a queue manager that exist between its start and its end. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { systemTimers, type Timers } from '../../../shared/lib/time/timers.ts'
import { AuthorityManager } from '../authority/authority-manager.ts'
import { MessageIdGenerator } from '../messages/message-id-generator.ts'
import { ObjectCatalog, type ObjectChangeHandler } from '../objects/object-catalog.ts'
import type { MessagePersistence } from '../persistence/message-persistence.ts'
import { ActivePublishers } from '../pubsub/active-publishers.ts'
import { type ActiveSubscription, ActiveSubscriptions } from '../pubsub/active-subscriptions.ts'
import { Publisher } from '../pubsub/publisher.ts'
import { RetainedPublications, retainedQueueName } from '../pubsub/retained-publications.ts'
import { TopicTree } from '../pubsub/topic-tree.ts'
import { buildDynamicQueue } from '../queues/build-dynamic-queue.ts'
import { type LocalQueues, preserveMessages, restorePreservedMessages } from '../queues/local-queues.ts'
import type { MessageExpiry } from '../queues/message-expiry.ts'
import { NameResolver } from '../routing/name-resolver.ts'
import type { TriggerDeps } from '../routing/triggers.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import { GroupCommit } from '../store/group-commit.ts'
import type { MessageStore } from '../store/message-store.ts'
import { CommitStatistics } from '../types/commit-statistics.ts'
import type { AttributeValue } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { ObjectKind, QueueManagerServices, QueueManagerStatus } from '../types/services.ts'
import { removeOrphanedObjects, startExpirySweeper } from './cleanup.ts'
import { type Network, type NetworkDeps, type NetworkHost, openAbsentNetwork } from './network.ts'
import { buildChangeHandlers } from './object-changes.ts'
import { ActiveMqiCalls, OpenConnections } from './open-connections.ts'
import { openQueues } from './open-queues.ts'
import { QueueMonitoring } from './queue-monitoring.ts'

export interface RunningQueueManagerDeps {
  readonly name: string
  /** The creation time of the queue manager in milliseconds since the epoch. It is part of generated message ids. */
  readonly created: number
  readonly store: MessageStore
  /** The free disk space check; puts of persistent messages fail while space is short. Undefined disables the check. */
  readonly disk?: DiskSpace | undefined
  readonly clock: Clock
  /** The timers of channels; those of the system when undefined. */
  readonly timers?: Timers
  readonly log: Log
  /** The port for listener objects with PORT(0). */
  readonly listenerPort: number
  /** Opens the channels, listeners and channel initiators; a network without any when undefined. */
  readonly openNetwork?: ((deps: Omit<NetworkDeps, keyof NetworkHost>) => Network) | undefined
  status(): QueueManagerStatus
}

/** A queue manager while it runs. MQSC commands use it as their services. */
export class RunningQueueManager implements QueueManagerServices {
  readonly name: string
  readonly clock: Clock
  readonly commits = new CommitStatistics()
  readonly calls = new ActiveMqiCalls()
  readonly delivery: MessagePersistence
  readonly queues: LocalQueues
  readonly objects: ObjectCatalog
  readonly authority: AuthorityManager
  readonly connections: OpenConnections
  readonly resolver: NameResolver
  readonly publishers: ActivePublishers
  readonly topics: TopicTree
  readonly subscriptions: ActiveSubscriptions
  readonly publisher: Publisher
  readonly channels: Network['channels']
  readonly listeners: Network['listeners']
  readonly initiators: Network['initiators']
  /** What a queue needs to start an application for its messages. */
  readonly triggering: TriggerDeps
  readonly status: () => QueueManagerStatus
  readonly #deps: RunningQueueManagerDeps
  readonly #group: GroupCommit
  readonly #retained: RetainedPublications
  readonly #expiry: MessageExpiry
  readonly #network: Network
  readonly #changeHandlers: Partial<Record<ObjectKind, ObjectChangeHandler>>
  readonly #sweeping: { close(): void }

  constructor(deps: RunningQueueManagerDeps) {
    const { name, created, store, clock, log, status } = deps
    this.#deps = deps
    this.name = name
    this.clock = clock
    this.status = status

    // 1. Queues and their messages.
    this.#group = new GroupCommit(store, this.commits)
    const ids = new MessageIdGenerator(name, created)
    const stored = store.objects()
    const { delivery, queues, expiry } = openQueues({ ...deps, stored, group: this.#group, ids, later: this })
    this.delivery = delivery
    this.queues = queues
    this.#expiry = expiry
    const find = (queue: string) => this.queues.find(queue)

    // 2. Objects.
    this.objects = new ObjectCatalog(this.#group, stored, (kind) => this.#changeHandlers[kind])
    this.authority = new AuthorityManager(this.objects, clock)
    this.connections = new OpenConnections(name, clock)
    this.resolver = new NameResolver(name, this.objects, this.queues)
    const reportFailure = (error: unknown) => log.warn({ error }, 'a trigger message could not be put')
    this.triggering = { objects: this.objects, delivery: this.delivery, clock, find, reportFailure }

    // 3. Topics, subscriptions and publishing.
    this.#retained = new RetainedPublications(() => find(retainedQueueName), this.delivery)
    this.publishers = new ActivePublishers(clock)
    this.topics = this.#openTopics()
    this.subscriptions = this.#openSubscriptions()
    this.publisher = this.#openPublisher()

    // 4. The network.
    const { timers = systemTimers, listenerPort, openNetwork = openAbsentNetwork } = deps
    this.#network = openNetwork({ running: this, store, timers, log, listenerPort })
    this.channels = this.#network.channels
    this.listeners = this.#network.listeners
    this.initiators = this.#network.initiators

    // 5. The state at the start.
    const monitoring = new QueueMonitoring(this)
    const parts = { ...this.#network, queues, monitoring, subscriptions: this.subscriptions, topics: this.topics }
    this.#changeHandlers = buildChangeHandlers(parts)
    removeOrphanedObjects(this.objects, (kind, object) => this.#forget(kind, object))
    restorePreservedMessages(store, this.queues, clock(), (sequence) => ids.fromSequence(sequence))
    this.subscriptions.load(this.objects.list('sub'))
    monitoring.configure()
    const failed = (error: unknown) => log.warn({ error }, 'what has expired could not be removed yet')
    this.#sweeping = startExpirySweeper(() => this.sweep(), failed)
  }

  /** Returns an attribute of the queue manager object. */
  readonly attribute = (keyword: string): AttributeValue | undefined =>
    this.objects.find('qmgr', this.name)?.attributes[keyword]

  readonly reportCommandFailure = (error: unknown): void => this.#deps.log.error({ error }, 'a command failed')

  /** Starts the listeners, channels and the channel initiator that start with the queue manager. */
  startNetwork(): Promise<void> {
    return this.#network.start()
  }

  /** Removes messages and subscriptions that have expired. Returns true when more may remain. */
  sweep(): boolean {
    for (const subscription of this.subscriptions.listExpired()) this.#forget('sub', subscription)
    return this.#expiry.sweep(this.clock())
  }

  /** Closes every part in order. Call it when no call is active, or with `byForce`, which preserves no messages. */
  async close({ byForce = false } = {}): Promise<void> {
    const { store, log } = this.#deps
    this.#sweeping.close()
    await this.#network.close()
    this.queues.close()
    await this.#group.close()
    await this.delivery.idle()
    if (!byForce) {
      await preserveMessages(store, this.queues).catch((error: unknown) => {
        log.warn({ error }, 'non-persistent messages could not be kept over the end')
      })
    }
    await store.close()
  }

  #openTopics(): TopicTree {
    return new TopicTree(this.objects, () => ({
      subscribed: () => this.subscriptions.subscribed(),
      publishers: this.publishers,
      retained: this.#retained,
      clearRetained: (topicString) => this.#retained.clear(topicString),
    }))
  }

  #openSubscriptions(): ActiveSubscriptions {
    return new ActiveSubscriptions({
      objects: this.objects,
      topics: this.topics,
      manager: this.name,
      clock: this.clock,
      makeQueue: (model, prefix) => this.#makeQueue(model, prefix),
      removeQueue: (queue) => this.#forget('queue', queue),
      created: (subscription) => this.#sendRetained(subscription),
    })
  }

  #openPublisher(): Publisher {
    const { clock, topics, subscriptions, resolver, delivery } = this
    return new Publisher({
      manager: this.name,
      clock,
      topics,
      subscriptions,
      retained: this.#retained,
      resolver,
      delivery,
      deadLetterQueue: () => this.queues.find(String(this.attribute('DEADQ') ?? '')),
    })
  }

  /** Creates a managed queue and returns its name. Throws reason code 2085 when the model queue does not exist. */
  #makeQueue(model: string, prefix: string): string {
    const definition = this.objects.find('queue', model)
    if (!definition) throw mqError('MQRC_UNKNOWN_OBJECT_NAME', `there is no model queue ${model}`, { object: model })
    return this.objects.saveNow(buildDynamicQueue(definition, `${prefix}*`, this.clock())).value.name
  }

  /** Removes an object in the background. The next start removes it when the commit fails. */
  #forget(kind: ObjectKind, object: string): void {
    this.objects.removeNow(kind, object).catch((error: unknown) => {
      this.#deps.log.warn({ error, [kind]: object }, 'an object that is no longer in use could not be removed')
    })
  }

  #sendRetained(subscription: ActiveSubscription): void {
    this.publisher.sendRetained(subscription).catch((error: unknown) => {
      const { name } = subscription.record
      this.#deps.log.warn({ error, subscription: name }, 'retained publications were not delivered')
    })
  }
}
