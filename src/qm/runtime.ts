/**
 * What MQSC verbs see of a running queue manager: its objects, and the live things behind them.
 *
 * Reads answer at once from memory. A promise settles after the commit that holds the work. Types only.
 */
import type { Clock } from '../lib/clock.ts'
import type { AttributeValue, Principal } from './types.ts'

export interface ManagerRuntime {
  readonly name: string
  readonly clock: Clock
  readonly objects: Objects
  readonly queues: Queues
  readonly listeners: Listeners
  readonly channels: Channels
  readonly connections: Connections
  readonly subscriptions: Subscriptions
  readonly topics: Topics
  readonly authority: Authority
  status(): ManagerStatus
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

export interface Objects {
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

export interface Queues {
  /** The live side of a local queue; undefined for every other type. */
  find(name: string): LocalQueue | undefined
}

export interface LocalQueue {
  readonly name: string
  readonly depth: number
  /** Handles that are open for input and for output, waiting getters among them. */
  readonly openInput: number
  readonly openOutput: number
  /** Puts and gets whose commit has not come yet. */
  readonly uncommitted: number
  /** Milliseconds since the epoch; undefined when there was none since the start. */
  readonly lastPut: number | undefined
  readonly lastGet: number | undefined
  /** When the oldest message was put, milliseconds since the epoch. */
  oldestPut(): number | undefined
  handles(): readonly Handle[]
  /** Removes every message. The caller has looked at the open counts. */
  clear(): Promise<void>
}

/** An object that a connection has open. */
export interface Handle {
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

export interface Listeners {
  /** Opens the port of a listener object. Throws an `MqError` when the port cannot be had. */
  start(name: string): Promise<void>
  /** False when it was not running. */
  stop(name: string): Promise<boolean>
  /** Undefined when it is not running. */
  status(name: string): ListenerStatus | undefined
}

export interface ListenerStatus {
  state: 'STARTING' | 'RUNNING' | 'STOPPING'
  /** The port that is open, also when the object says 0. */
  port: number
  /** `*` for every address. */
  address: string
  backlog: number
  /** Milliseconds since the epoch. */
  startedAt: number
  pid: number
}

export interface Channels {
  /** Makes a stopped channel usable again. */
  start(name: string): Promise<void>
  stop(name: string, status: 'STOPPED' | 'INACTIVE'): Promise<void>
  /** Undefined for a channel that is inactive: it has no status. */
  status(name: string): ChannelStatus | undefined
  resetSequence(name: string, number: number): Promise<void>
}

export interface ChannelStatus {
  channel: string
  state: 'STOPPED'
  connectionName: string
}

export interface Connections {
  list(): readonly ConnectionStatus[]
  handles(id: string): readonly Handle[]
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
  pid: number
  /** Milliseconds since the epoch. */
  connectedAt: number
}

export interface Subscriptions {
  /** What is live of a subscription, by the name of its `sub` object. */
  status(name: string): SubscriptionStatus | undefined
  /** The name of the subscription that has this id (48 hex digits, any case). */
  nameOf(id: string): string | undefined
}

export interface SubscriptionStatus {
  /** The whole topic string, the prefix of a topic object included. */
  topicString: string
  durable: boolean
  type: 'ADMIN' | 'API' | 'PROXY'
  /** Messages given to it since the queue manager started. */
  messages: number
  /** Milliseconds since the epoch. */
  lastMessage: number | undefined
  resumedAt: number | undefined
  /** The connection that uses it: 16 hex digits. */
  connection: string | undefined
}

export interface Topics {
  /** Nodes of the topic tree that match a topic string with wildcards, in the order of their strings. */
  status(topicString: string): readonly TopicStatus[]
  /** Drops the retained publication of one node. False when there was none. */
  clearRetained(topicString: string): Promise<boolean>
}

export interface TopicStatus {
  topicString: string
  /** The topic object of this very node. */
  admin: string | undefined
  /** The attributes of topic objects, `ASPARENT` resolved. */
  attributes: Readonly<Record<string, AttributeValue>>
  retained: boolean
  publishers: number
  /** Names of the subscriptions that are made at this node. */
  subscriptions: readonly string[]
}

/** The object types of authority records. */
export type AuthorityObject =
  | 'QMGR'
  | 'QUEUE'
  | 'TOPIC'
  | 'CHANNEL'
  | 'CLNTCONN'
  | 'LISTENER'
  | 'NAMELIST'
  | 'PROCESS'
  | 'AUTHINFO'
  | 'SERVICE'
  | 'COMMINFO'
  | 'RQMNAME'

export interface Entity {
  type: 'PRINCIPAL' | 'GROUP'
  name: string
}

/** What one entity may do with the objects that a profile matches. */
export interface AuthorityRecord {
  profile: string
  objectType: AuthorityObject
  entity: Entity
  /** MQSC words, in the order of DISPLAY AUTHREC; never ALL, ALLADM, ALLMQI or NONE. */
  authorities: readonly string[]
}

export interface Authority {
  /** Whether the principal may: always for a privileged one. `name` is ignored for QMGR; `@class` carries CRT. */
  allows(principal: Principal, objectType: AuthorityObject, name: string, authority: string): boolean
  /** What an entity may do with one object: its most specific profile decides. */
  effective(entity: Entity, objectType: AuthorityObject, name: string): readonly string[]
  list(): readonly AuthorityRecord[]
  /**
   * Adds and removes authorities of one record; ALL, ALLADM, ALLMQI and NONE are understood. Throws 4005-style `MqError`s for
   * an authority that the object type does not have.
   */
  set(change: {
    profile: string
    objectType: AuthorityObject
    entity: Entity
    add: readonly string[]
    remove: readonly string[]
  }): Promise<void>
  /** False when there was no such record. */
  remove(profile: string, objectType: AuthorityObject, entity: Entity): Promise<boolean>
}

export interface ManagerStatus {
  state: string
  /** Milliseconds since the epoch. */
  startedAt: number
  connections: number
  installation: string
  /** The folder of the queue manager. */
  folder: string
  pid: number
}
