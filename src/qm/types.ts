/**
 * What a queue manager is to those who use it: the installation, connections made by a principal, messages,
 * objects, and the error that carries an MQ reason code. No HTTP in here.
 */

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
  /** Throws 2101 with the name of a file that is damaged, 2102 when the disk is full. */
  start(): Promise<void>
  /** Waiting getters fail; every other call under way finishes first. */
  end(mode?: 'controlled' | 'immediate' | 'preemptive'): Promise<void>
  /** MQCONN. Throws 2059 while the queue manager is not running, 2035 when the principal may not connect. */
  connect(principal: Principal, application?: ApplicationIdentity): Connection
  /** What goes on in it now, for those who draw charts; undefined while it is not running. Cheap, and waits for nothing. */
  reading(): ManagerReading | undefined
}

export interface ManagerReading {
  readonly connections: number
  /** Connections that came in through a channel. */
  readonly channels: number
  /** Every local queue, one after the other. */
  readonly queues: Iterable<QueueReading>
}

/** Counts begin at zero when the queue manager starts. */
export interface QueueReading {
  readonly name: string
  readonly depth: number
  readonly puts: number
  readonly gets: number
  /** When the oldest message was put, milliseconds since the epoch; undefined for an empty queue. */
  oldestPut(): number | undefined
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
  maximumLength(queue?: string): MaximumLength
  /**
   * MQGET: removes the message and hands it out once; undefined is 2033. A getter whose signal aborts takes nothing and
   * rejects with the signal's reason.
   */
  get(queue: string, options?: GetOptions): Promise<Message | undefined>
  /** MQGET with MQGMO_BROWSE_FIRST. */
  browse(queue: string, selection?: Selection): Promise<Message | undefined>
  /** Messages in delivery order, without their bodies. */
  list(queue: string, options: Selection & { limit: number }): Promise<readonly MessageSummary[]>
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

export interface MaximumLength {
  bytes: number
  /** With which a longer message is refused: 2030 of the queue, 2031 of the queue manager. */
  reasonCode: 2030 | 2031
}

export interface Destination {
  queue: string
  /** Another queue manager; the local one when left out. */
  queueManager?: string
}

export type Persistence = 'persistent' | 'nonPersistent' | 'asQueueDefault'

export interface NewMessage {
  body: Buffer
  /** MQMD.Format without its padding; `MQSTR` for text. */
  format: string
  persistence?: Persistence
  /** 0 to 9; the queue's default when left out. */
  priority?: number
  /** Milliseconds of life; unlimited when left out. */
  expiry?: number
  /** 24 bytes. */
  messageId?: Buffer
  /** 24 bytes. */
  correlationId?: Buffer
  replyTo?: Destination
  properties?: Readonly<Record<string, Property>>
  /** MQMD.CodedCharSetId; 1208 is UTF-8. */
  ccsid?: number
}

export interface Publication extends NewMessage {
  /** Later subscribers get it as well, until another one is retained in its place. */
  retain?: boolean
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

export interface Property {
  type: 'boolean' | 'byte' | 'short' | 'integer' | 'long' | 'float' | 'double' | 'string'
  value: string | number | boolean | bigint
}

export interface PutResult {
  messageId: Buffer
}

export interface MessageSummary {
  messageId: Buffer
  /** All zero when none was given. */
  correlationId: Buffer
  format: string
  length: number
  persistence: 'persistent' | 'nonPersistent'
  priority: number
  /** Remaining milliseconds; undefined is unlimited. */
  expiry: number | undefined
  /** Milliseconds since the epoch. */
  putAt: number
  userId: string
  applicationName: string
  backoutCount: number
}

export interface Message extends MessageSummary {
  body: Buffer
  ccsid: number
  replyTo: Destination | undefined
  properties: Readonly<Record<string, Property>>
  /** Of a publication: its topic string, and the user data of the subscription that it came by. */
  publication: { readonly topicString: string; readonly userData: string } | undefined
}

/** Both ids must match when both are given; an id of zeros selects nothing. */
export interface Selection {
  messageId?: Buffer
  correlationId?: Buffer
}

export interface GetOptions extends Selection {
  /** Milliseconds to wait for a message that matches. */
  wait?: number
  signal?: AbortSignal
  /** Called before a message is taken; false leaves it on the queue and fails with 2110. */
  accepts?: (message: MessageSummary) => boolean
}

export interface JsonCommand {
  command: string
  qualifier: string
  name?: string
  parameters?: Readonly<Record<string, unknown>>
  responseParameters?: readonly string[]
}

/** What a command answered, before any door has rendered it. */
export interface CommandOutcome {
  completionCode: 0 | 1 | 2
  reasonCode: number
  responses: readonly CommandResponse[]
}

export interface CommandResponse {
  completionCode: 0 | 1 | 2
  reasonCode: number
  /** `AMQ8006I: IBM MQ queue created.` */
  messages: readonly string[]
  /** Attributes in the order in which MQSC prints them, keys in upper case; absent when nothing is displayed. */
  attributes?: readonly (readonly [keyword: string, value: AttributeValue])[]
  /** Handles of a connection or queue, when they were asked for. */
  objects?: readonly (readonly (readonly [keyword: string, value: AttributeValue])[])[]
}

/** Integers as numbers, enumerations in upper case, lists as arrays, blank text as the empty string. */
export type AttributeValue = string | number | readonly string[]

export { CommandMalformed, MqError } from './errors.ts'
