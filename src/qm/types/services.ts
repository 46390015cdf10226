/**
 * What MQSC verbs see of a running queue manager: its objects, and the live things behind them.
 *
 * Reads answer at once from memory. A promise settles after the commit that holds the work. Types only.
 */
import type { Clock } from '../../lib/time/clock.ts'
import type { AuthorityService } from './authority.ts'
import type { ChannelService, ListenerService } from './network.ts'
import type { SubscriptionService, TopicService } from './pubsub.ts'
import type { AttributeValue } from './queue-manager.ts'

export type * from './authority.ts'
export type * from './network.ts'
export type * from './pubsub.ts'

export interface QueueManagerServices {
  readonly name: string
  readonly clock: Clock
  readonly objects: ObjectService
  readonly queues: QueueService
  readonly listeners: ListenerService
  readonly channels: ChannelService
  readonly connections: ConnectionService
  readonly subscriptions: SubscriptionService
  readonly topics: TopicService
  readonly authority: AuthorityService
  status(): QueueManagerStatus
}

/** The namespaces of objects. The four types of queue share one; client channels have their own. */
export type ObjectKind =
  | 'queue'
  | 'topic'
  | 'sub'
  | 'channel'
  | 'clntconn'
  | 'listener'
  | 'namelist'
  | 'process'
  | 'service'
  | 'authinfo'
  | 'comminfo'
  | 'chlauth'
  | 'policy'
  | 'qmgr'

/**
 * An object as it is kept. Frozen; a change is a new record.
 *
 * `attributes` holds what can be defined, under MQSC keywords in upper case, complete (no defaults are added later):
 * integers as numbers, enumerations and special words (`UNLIMITED`) as upper-case strings, a pair of flags as `YES` or `NO`
 * under its positive keyword (`SHARE`, `TRIGGER`, `HARDENBO`), lists as arrays, blank text as the empty string.
 */
export interface ObjectRecord {
  readonly kind: ObjectKind
  /** Unique within the kind. Channel authentication records, which have no name, are named by their whole key. */
  readonly name: string
  /** `QLOCAL`, `QALIAS`, `QREMOTE`, `QMODEL`; `SVRCONN`, …; `LOCAL` for topics; otherwise the kind in upper case. */
  readonly type: string
  readonly attributes: Readonly<Record<string, AttributeValue>>
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly altered: number
}

export interface ObjectService {
  find(kind: ObjectKind, name: string): ObjectRecord | undefined
  /** Every object of a kind, by name. The queue manager itself is the only `qmgr`. */
  list(kind: ObjectKind): readonly ObjectRecord[]
  /**
   * Creates or replaces, and makes the live thing follow: waiters of a get-inhibited queue are told, a subscription gets its
   * SUBID and, when DESTCLAS is MANAGED, its DEST. Answers the record as it was kept.
   */
  save(record: ObjectRecord): Promise<ObjectRecord>
  /** Forgets the object, and the messages of a local queue. From the call on nobody can open it. */
  remove(kind: ObjectKind, name: string): Promise<void>
}

export interface QueueService {
  /** The live side of a local queue; undefined for every other type. */
  find(name: string): LocalQueue | undefined
}

export interface LocalQueue {
  readonly name: string
  readonly depth: number
  /** Handles that are open for input and for output, waiting getters among them. */
  readonly openInputCount: number
  readonly openOutputCount: number
  /** Messages that were found to be damaged; they are not part of the depth. */
  readonly damagedCount: number
  /** Puts and gets whose commit has not come yet. */
  readonly uncommittedCount: number
  /** Milliseconds since the epoch; undefined when there was none since the start. */
  readonly lastPutAt: number | undefined
  readonly lastGetAt: number | undefined
  /** When the oldest message was put, milliseconds since the epoch. */
  oldestPutAt(): number | undefined
  handles(): readonly ObjectHandle[]
  /** Removes every message. The caller has looked at the open counts. */
  clear(): Promise<void>
}

/** An object that a connection has open. */
export interface ObjectHandle {
  connection: ConnectionStatus
  objectName: string
  objectType: 'QUEUE' | 'TOPIC' | 'SUB'
  /** MQOO_* options, added up. */
  openOptions: number
  /** `ACTIVE` while a call is under way on it. */
  state: 'ACTIVE' | 'INACTIVE'
  topicString?: string
  subscription?: string
}

export interface ConnectionService {
  list(): readonly ConnectionStatus[]
  handles(id: string): readonly ObjectHandle[]
  /** Breaks a connection: its waiters end with 2009. False when there is none of this id. */
  stop(id: string): boolean
}

export interface ConnectionStatus {
  /** DISPLAY CONN CONN: 16 hex digits. */
  id: string
  /** EXTCONN: 32 hex digits, the same for every connection of a queue manager. */
  extendedId: string
  userId: string
  applicationName: string
  channel: string
  address: string
  /** A server's own connection, which is not counted: `ApplicationIdentity`. */
  isSystem: boolean
  pid: number
  /** Milliseconds since the epoch. */
  connectedAt: number
}

export interface QueueManagerStatus {
  state: string
  /** Milliseconds since the epoch. */
  startedAt: number
  connections: number
  installation: string
  /** The folder of the queue manager. */
  folder: string
  pid: number
}
