/**
 * What a queue manager is to those who use it: the installation, connections made by a principal, messages,
 * objects, and the error that carries an MQ reason code. No HTTP in here.
 */

import type { CommandOutcome, JsonCommand } from './command.ts'
import type { CommitMetrics } from './commit-statistics.ts'
import type {
  Destination,
  GetOptions,
  Message,
  MessageSelection,
  MessageSummary,
  NewMessage,
  Publication,
  PutResult,
} from './message.ts'

export type QueueManagerState =
  | 'running'
  | 'starting'
  | 'quiescing'
  | 'endingImmediately'
  | 'endingPreemptively'
  | 'ended'
  | 'endedImmediately'
  | 'endedPreemptively'
  | 'endedUnexpectedly'

/** Every queue manager that lives in one data folder. */
export interface Installation {
  readonly name: string
  /** The folder that holds the queue managers. */
  readonly folder: string
  list(): readonly QueueManager[]
  find(name: string): QueueManager | undefined
  /** Makes the queue manager with its SYSTEM objects; it is not started. Throws 4001 for a name that exists, 2152 for one that cannot be. */
  create(name: string, options?: { description?: string; isDefault?: boolean }): Promise<QueueManager>
  /** Forgets an ended queue manager and everything in it. Throws 2058 when there is none, or it runs. */
  remove(name: string): Promise<void>
  /** Ends every queue manager, waiters included. */
  close(): Promise<void>
}

export interface QueueManager {
  readonly name: string
  readonly state: QueueManagerState
  readonly isDefault: boolean
  /** Milliseconds since the epoch; undefined while it is not running. */
  readonly startedAt: number | undefined
  readonly connectionCount: number
  /** Throws 2101 with the name of a file that is damaged, 2192 when the disk is full. */
  start(): Promise<void>
  /** Waiting getters fail; every other call under way finishes first. */
  end(mode?: 'controlled' | 'immediate' | 'preemptive'): Promise<void>
  /** MQCONN. Throws 2059 while the queue manager is not running, 2035 when the principal may not connect. */
  connect(principal: Principal, application?: ApplicationIdentity): Connection
  /** What goes on in it now, for those who draw charts; undefined while it is not running. Cheap, and waits for nothing. */
  readMetrics(): QueueManagerMetrics | undefined
}

export interface QueueManagerMetrics {
  readonly connections: number
  /** Connections that came in through a channel. */
  readonly channels: number
  /** Every local queue, one after the other. */
  readonly queues: Iterable<QueueMetrics>
  /** The commits of the message store. */
  readonly commits: CommitMetrics
}

/** Counts begin at zero when the queue manager starts. */
export interface QueueMetrics {
  readonly name: string
  readonly depth: number
  /** MAXDEPTH. */
  readonly maxDepth: number
  readonly puts: number
  readonly gets: number
  /** When the oldest message was put, milliseconds since the epoch; undefined for an empty queue. */
  oldestPutAt(): number | undefined
}

/** Who acts. Privileged principals pass every check of the object authority manager. */
export interface Principal {
  name: string
  groups: readonly string[]
  privileged: boolean
}

export interface ApplicationIdentity {
  /** MQMD.PutApplName, DISPLAY CONN APPLTAG. */
  name: string
  channel?: string
  address?: string
  /** A server's own connection for one command, APPLTYPE(SYSTEM): it is displayed, and not counted as an application's. */
  isSystem?: boolean
}

/** The calls of the message queue interface, made as one principal. Every failure is an `MqError`. */
export interface Connection {
  readonly manager: QueueManager
  readonly principal: Principal
  /** MQPUT1. Answers after the commit that holds a persistent message. */
  put(target: Destination, message: NewMessage): Promise<PutResult>
  /**
   * The most bytes that a put to the queue would take now, or that a publication may have when no queue is named. Waits
   * for nothing; throws what the put would for a queue that is not there.
   */
  maxMessageLength(queue?: string): MaxMessageLength
  /**
   * MQGET: removes the message and hands it out once; undefined is 2033. A getter whose signal aborts takes nothing and
   * rejects with the signal's reason.
   */
  get(queue: string, options?: GetOptions): Promise<Message | undefined>
  /** MQGET with MQGMO_BROWSE_FIRST. */
  browse(queue: string, selection?: MessageSelection): Promise<Message | undefined>
  /** Messages in delivery order, without their bodies. */
  list(queue: string, options: MessageSelection & { limit: number }): Promise<readonly MessageSummary[]>
  /** Publishes to every subscription that matches the topic string. */
  publish(topicString: string, message: Publication): Promise<void>
  /** MQSUB, with a queue that the queue manager makes and removes. */
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /** Makes a queue from a model queue and answers its name; a temporary one goes with the connection. */
  createDynamicQueue(model: string, name?: string): Promise<string>
  /** Runs one MQSC command, written as text. */
  command(text: string): Promise<CommandOutcome>
  /** Runs one MQSC command, given as the members of a `runCommandJSON` request. */
  commandJson(command: JsonCommand): Promise<CommandOutcome>
  close(): Promise<void>
}

export interface MaxMessageLength {
  bytes: number
  /** With which a longer message is refused: 2030 of the queue, 2031 of the queue manager. */
  reasonCode: 2030 | 2031
}

export interface SubscribeOptions {
  topicString: string
  /** Durable subscriptions have a name, outlive the connection and are resumed by it. */
  durableName?: string
  /** `TOPIC`: `+` and `#` in place of levels. `CHAR`: `*` and `?` in place of characters. */
  wildcards?: 'TOPIC' | 'CHAR'
  userData?: string
  /** Only what is published from now on: no retained publications. */
  newPublicationsOnly?: boolean
}

export interface Subscription {
  readonly name: string
  /** The queue where its publications wait. */
  readonly queue: string
  get(options?: GetOptions): Promise<Message | undefined>
  /** Ends it; a durable one stays unless `remove` is true. */
  close(remove?: boolean): Promise<void>
}

export type * from './command.ts'
export { MalformedCommandError, MqError } from './errors.ts'
export type * from './message.ts'
