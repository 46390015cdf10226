/** The parts of the queue manager that channels use. */
import type { Log } from '../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { Timers } from '../../../../shared/lib/time/timers.ts'
import type { AuthorityManager } from '../../../manager/authority/authority-manager.ts'
import type { ObjectCatalog } from '../../../manager/objects/object-catalog.ts'
import type { MessagePersistence } from '../../../manager/persistence/message-persistence.ts'
import type { Publisher } from '../../../manager/pubsub/publisher.ts'
import type { TopicTree } from '../../../manager/pubsub/topic-tree.ts'
import type { LocalQueues } from '../../../manager/queues/local-queues.ts'
import type { Queue } from '../../../manager/queues/queue.ts'
import type { NameResolver } from '../../../manager/routing/name-resolver.ts'
import type { MessageStore } from '../../../manager/store/message-store.ts'
import type { ApplicationIdentity, AttributeValue, Principal } from '../../../manager/types/connection.ts'
import type { ConnectionStatus, ObjectHandle } from '../../../manager/types/services.ts'
import type { TlsFiles } from '../transport/tls-files.ts'

export interface SessionDeps {
  /** The name of the queue manager. */
  readonly manager: string
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly objects: Pick<ObjectCatalog, 'find' | 'list' | 'findRecord' | 'listStored' | 'prepareRecord'>
  readonly queues: Pick<LocalQueues, 'find'>
  readonly store: Pick<MessageStore, 'messages'>
  readonly delivery: MessagePersistence
  readonly resolver: NameResolver
  readonly publisher: Pick<Publisher, 'publish'>
  readonly topics: Pick<TopicTree, 'findTopicObjects'>
  readonly connections: ChannelConnections
  readonly tls: TlsFiles
  readonly authority: Pick<AuthorityManager, 'allows'>
  /** Puts a trigger message when messages were left on a queue that its last reader has closed. */
  triggerAgain(queue: Queue): void
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
}

/** Registers the connections of sessions, which DISPLAY CONN shows. */
export interface ChannelConnections {
  /** Adds a connection. `stop` is called to end it. */
  add(
    principal: Principal,
    application: ApplicationIdentity,
    stop: (error: () => Error) => void,
  ): { readonly status: ConnectionStatus; readonly handles: { add(handle: ObjectHandle): void } }
  remove(id: string): void
}

/** The user of the queue manager itself, which passes every check. */
export const queueManagerUser = 'mqm'

/** The partner of a session. */
export type PartnerNames = { readonly remoteManager: string; readonly connectionName: string }
