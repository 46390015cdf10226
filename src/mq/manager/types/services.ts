/** The services of a running queue manager for MQSC commands. Promises of changes settle after their commit. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { AuthorityService } from './authority.ts'
import type { AttributeValue } from './connection.ts'
import type { ChannelInitiatorService, ChannelService, ListenerService } from './network.ts'
import type { SubscriptionService, TopicService } from './pubsub.ts'

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
  readonly initiators: ChannelInitiatorService
  readonly connections: ConnectionService
  readonly subscriptions: SubscriptionService
  readonly topics: TopicService
  readonly authority: AuthorityService
  status(): QueueManagerStatus
  /** Logs an error of a command that is no answer to it, such as a file that cannot be read. */
  reportCommandFailure(error: unknown): void
}

/** The namespaces of objects. All types of queues share one; client-connection channels have their own. */
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
 * A frozen object record; every change creates a new record.
 *
 * `attributes` contains every attribute that can be defined, by its upper-case MQSC keyword: integers as numbers,
 * enumerations and special words (`UNLIMITED`) as upper-case strings, flag pairs as `YES` or `NO` under the
 * positive keyword (`SHARE`, `TRIGGER`, `HARDENBO`), lists as arrays, and blank text as the empty string.
 */
export interface ObjectRecord {
  readonly kind: ObjectKind
  /** The name, unique within the kind. For a channel authentication record, all its identifying attributes. */
  readonly name: string
  /** The type, such as `QLOCAL`, `SVRCONN`, `LOCAL` for topics; otherwise the kind in upper case. */
  readonly type: string
  readonly attributes: Readonly<Record<string, AttributeValue>>
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly altered: number
}

export interface ObjectService {
  find(kind: ObjectKind, name: string): ObjectRecord | undefined
  /** Returns every object of a kind, sorted by name. The kind `qmgr` contains only the queue manager itself. */
  list(kind: ObjectKind): readonly ObjectRecord[]
  /** Returns the number of changes of objects of a kind, or of authority records, since the queue manager started. */
  revision(kind: ObjectKind | 'authrec'): number
  /**
   * Creates or replaces an object and applies the change: gets that wait on a queue fail when it becomes
   * get-inhibited, and a subscription gets its SUBID and, with DESTCLAS(MANAGED), its DEST. Resolves with the
   * saved record. Rejects with an `MqError`.
   */
  save(record: ObjectRecord): Promise<ObjectRecord>
  /** Removes the object, and the messages of a local queue. No application can open the object from the call on. */
  remove(kind: ObjectKind, name: string): Promise<void>
}

export interface QueueService {
  /** Counts the changes of depths and of open handles since the queue manager started. */
  readonly revision: number
  /** Returns the local queue with this name; undefined for other queue types. */
  find(name: string): LocalQueue | undefined
}

export interface LocalQueue {
  readonly name: string
  readonly depth: number
  /** The number of handles that are open for input, including waiting gets, and for output. */
  readonly openInputCount: number
  readonly openOutputCount: number
  /** `QueueService.revision` after the last change of the depth or of the open handles of this queue. */
  readonly changedAt: number
  /** The number of damaged messages, which `depth` does not include. */
  readonly damagedCount: number
  /** The number of puts and gets that wait for their commit or for the end of their unit of work. */
  readonly uncommittedCount: number
  readonly activity: QueueActivityStatus
  /** Returns the put time of the oldest message in milliseconds since the epoch, or undefined for an empty queue. */
  oldestPutAt(): number | undefined
  handles(): readonly ObjectHandle[]
  /** Removes every message. The caller must check the open counts first. */
  clear(): Promise<void>
}

/** When messages were put on a queue and got from it since the queue manager started. */
export interface QueueActivityStatus {
  /** The time of the last put in milliseconds since the epoch; undefined when there was none since the start. */
  readonly lastPutAt: number | undefined
  readonly lastGetAt: number | undefined
  /** The averages of the time on the queue in microseconds; undefined while they are not measured. */
  readonly timeOnQueue: { read(): readonly [shortTerm: number, longTerm: number] | undefined } | undefined
}

/** A handle: an object that a connection has open. */
export interface ObjectHandle {
  connection: ConnectionStatus
  objectName: string
  objectType: 'QUEUE' | 'TOPIC' | 'SUB'
  /** The sum of the MQOO_* options. */
  openOptions: number
  /** `ACTIVE` while a call uses the handle. */
  state: 'ACTIVE' | 'INACTIVE'
  topicString?: string
  subscription?: string
}

export interface ConnectionService {
  list(): readonly ConnectionStatus[]
  handles(id: string): readonly ObjectHandle[]
  /** Returns the start of the oldest unit of work with messages, in milliseconds since the epoch, if there is one. */
  unitOfWorkStartedAt(id: string): number | undefined
  /** Breaks a connection: its waiting gets fail with reason code 2009. Returns false when no connection has this id. */
  stop(id: string): boolean
}

export interface ConnectionStatus {
  /** The id that DISPLAY CONN shows as CONN: 16 hexadecimal digits. */
  id: string
  /** The id that DISPLAY CONN shows as EXTCONN: 32 hexadecimal digits, the same for all connections. */
  extendedId: string
  userId: string
  applicationName: string
  channel: string
  address: string
  /** The client id of a client that speaks AMQP; empty for other applications. */
  clientId: string
  /** Whether this is an internal connection, which the connection count leaves out. See `ApplicationIdentity`. */
  isSystem: boolean
  pid: number
}

export interface QueueManagerStatus {
  state: string
  /** Milliseconds since the epoch. */
  startedAt: number
  connections: number
  installation: string
  /** The folder of the queue manager's files. */
  folder: string
  pid: number
  /** Whether instances on other machines may wait as standbys. */
  permitsStandby?: boolean
}
