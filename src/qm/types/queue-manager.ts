/**
 * The API of the queue manager module: the installation, its queue managers, and connections on which a principal
 * calls the message queue interface (MQI). The module does not depend on HTTP.
 */

import type { AuthorityObjectType } from './authority.ts'
import type { CommandOutcome, JsonCommand } from './command.ts'
import type { CommitMetrics } from './commit-statistics.ts'
import type { ActiveInstanceInfo, InstanceServer, QueueManagerInstance } from './instances.ts'
import type {
  Destination,
  GetOptions,
  Message,
  MessageSelection,
  MessageSummary,
  NewMessage,
  Publication,
  PutOptions,
  PutResult,
} from './message.ts'
import type { UnitOfWork } from './unit-of-work.ts'

export type QueueManagerState =
  | 'running'
  | 'standby'
  | 'starting'
  | 'quiescing'
  | 'endingImmediately'
  | 'endingPreemptively'
  | 'ended'
  | 'endedImmediately'
  | 'endedPreemptively'
  | 'endedUnexpectedly'

/** What a new queue manager is like. */
export interface CreateOptions {
  readonly description?: string
  readonly isDefault?: boolean
  /** The URL of the PostgreSQL database that stores it; its folder when undefined. */
  readonly storeUrl?: string
}

/** The queue managers of one data folder. */
export interface Installation {
  readonly name: string
  /** The data folder. */
  readonly folder: string
  list(): readonly QueueManager[]
  find(name: string): QueueManager | undefined
  /**
   * Creates a queue manager with its SYSTEM objects without starting it. Rejects with reason code 4001 when the
   * name exists and 2152 when the name is invalid.
   */
  create(name: string, options?: CreateOptions): Promise<QueueManager>
  /**
   * Makes a queue manager known that another machine has created in a database. Rejects with reason code 4001 when the
   * name exists here, and 2102 when the database has no such queue manager.
   */
  add(name: string, storeUrl: string): Promise<QueueManager>
  /** Forgets an ended queue manager, and leaves what is stored in its database. Rejects like `remove`. */
  forget(name: string): Promise<void>
  /**
   * Removes an ended queue manager with its objects and messages. Rejects with reason code 2058 when it does not
   * exist or is running.
   */
  remove(name: string): Promise<void>
  /**
   * Copies every queue manager to a new folder while they run, each as of one moment. Rejects with reason code 2101 when
   * one is damaged.
   */
  backUp(folder: string): Promise<void>
  /** Lets the instances on other machines know how to reach the MQ web server of this process. */
  announceServer(find: () => Promise<InstanceServer | undefined>): void
  /** Ends every queue manager; waiting gets fail. */
  close(): Promise<void>
}

export interface QueueManager {
  readonly name: string
  readonly state: QueueManagerState
  readonly isDefault: boolean
  /** The start time in milliseconds since the epoch; undefined while the queue manager is not running. */
  readonly startedAt: number | undefined
  readonly connectionCount: number
  /** Whether several machines can have an instance of the queue manager. */
  readonly isShared: boolean
  /**
   * Starts the queue manager. Rejects with reason code 2101, naming the file, when a file is damaged, and with
   * 2192 when the disk is full. With `permitsStandby`, the instance waits as a standby while another one that permits it
   * is active; otherwise the start rejects with reason code 2543.
   */
  start(options?: { permitsStandby?: boolean }): Promise<void>
  /**
   * Ends the queue manager, or the waiting of a standby. Waiting gets fail; the end waits for all other active calls,
   * except in mode `preemptive`. Standby instances end too, unless `switchesOver` lets one of them become active.
   */
  end(mode?: 'controlled' | 'immediate' | 'preemptive', options?: { switchesOver?: boolean }): Promise<void>
  /** Returns the instances on all machines; none when the queue manager is stored in its folder. */
  listInstances(): Promise<{ permitsStandby: boolean; instances: readonly QueueManagerInstance[] }>
  /**
   * Returns the active instance, on whichever machine it runs; undefined when there is none, or when the queue manager is
   * stored in its folder. The result can be half a second old. Rejects when the database cannot be reached.
   */
  findActive(): Promise<ActiveInstanceInfo | undefined>
  /**
   * Opens a connection (MQCONN). Throws reason code 2059 while the queue manager is not running and 2035 when the
   * principal may not connect.
   */
  connect(principal: Principal, application?: ApplicationIdentity): Connection
  /**
   * Returns current metrics, or undefined while the queue manager is not running. The call is cheap and does not
   * block.
   */
  readMetrics(): QueueManagerMetrics | undefined
}

export interface QueueManagerMetrics {
  readonly connections: number
  /** The number of connections through a channel. */
  readonly channels: number
  /** The metrics of every local queue. */
  readonly queues: Iterable<QueueMetrics>
  /** The commit metrics of the message store. */
  readonly commits: CommitMetrics
}

/** Metrics of one local queue. Counts start at zero when the queue manager starts. */
export interface QueueMetrics {
  readonly name: string
  readonly depth: number
  /** The MAXDEPTH attribute. */
  readonly maxDepth: number
  readonly puts: number
  readonly gets: number
  /** Returns the put time of the oldest message in milliseconds since the epoch, or undefined for an empty queue. */
  oldestPutAt(): number | undefined
}

/** The identity that makes a call. Privileged principals pass every check of the object authority manager. */
export interface Principal {
  name: string
  groups: readonly string[]
  privileged: boolean
}

export interface ApplicationIdentity {
  /** The application name: MQMD.PutApplName and the APPLTAG of DISPLAY CONN. */
  name: string
  channel?: string
  address?: string
  /** The client id of a client that speaks AMQP. */
  clientId?: string
  /**
   * Whether this is an internal connection of a server, shown as APPLTYPE(SYSTEM). Such connections are displayed
   * but not counted.
   */
  isSystem?: boolean
}

/** The calls of the message queue interface (MQI), made as one principal. Every call fails only with an `MqError`. */
export interface Connection {
  readonly manager: QueueManager
  readonly principal: Principal
  /**
   * Puts one message (MQPUT1). Resolves after the commit for a persistent message without a unit of work.
   */
  put(target: Destination, message: NewMessage, options?: PutOptions): Promise<PutResult>
  /**
   * Returns the maximum length of a message for the queue, or of a publication when no queue is given. Throws the
   * same error as a put when the queue cannot be resolved.
   */
  maxMessageLength(queue?: string): MaxMessageLength
  /**
   * Removes and returns one message (MQGET). Resolves with undefined for reason code 2033 (no message available).
   * When the signal aborts, the get removes no message and rejects with the signal's reason.
   */
  get(queue: string, options?: GetOptions): Promise<Message | undefined>
  /** Returns the first matching message without removing it (MQGET with MQGMO_BROWSE_FIRST). */
  browse(queue: string, selection?: MessageSelection): Promise<Message | undefined>
  /**
   * Opens a queue for several gets, or for browsing message by message (MQOPEN). Throws an `MqError`. The end of the
   * connection closes the queue.
   */
  open(queue: string, options: OpenQueueOptions): OpenQueue
  /** Returns message summaries in delivery order, without bodies. */
  list(queue: string, options: MessageSelection & { limit: number }): Promise<readonly MessageSummary[]>
  /** Publishes a message to every matching subscription. */
  publish(topicString: string, message: Publication, options?: PutOptions): Promise<void>
  /**
   * Moves a message that was got in the unit of work to the backout requeue queue (BOQNAME) of its queue, or else with
   * a dead-letter header to the dead-letter queue, with the authority of the queue manager. Resolves with the name of
   * the queue, or undefined when there is none that accepts the message.
   */
  requeue(message: RequeuedMessage, unitOfWork: UnitOfWork): Promise<string | undefined>
  /** Begins a unit of work. The end of the connection backs it out. */
  beginUnitOfWork(): UnitOfWork
  /** Subscribes with a managed queue (MQSUB), which the queue manager creates and removes. */
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /**
   * Creates a dynamic queue from a model queue and resolves with its name. The end of the connection removes a
   * temporary dynamic queue.
   */
  createDynamicQueue(model: string, name?: string): Promise<string>
  /** Runs one MQSC command in text form. */
  command(text: string): Promise<CommandOutcome>
  /** Runs one MQSC command in the JSON form of a `runCommandJSON` request. */
  commandJson(command: JsonCommand): Promise<CommandOutcome>
  /**
   * Returns whether the principal of the connection holds an authority, such as PUT, on an object. For CRT, the name
   * is ignored.
   */
  holdsAuthority(objectType: AuthorityObjectType, name: string, authority: string): boolean
  /**
   * Returns a text that changes before DISPLAY of an object keyword, such as QUEUE, can return something else to a
   * principal. Returns undefined for keywords whose attributes change with time, such as QSTATUS.
   */
  displayRevision(keyword: string): string | undefined
  close(): Promise<void>
}

/** A connection that runs commands: to a queue manager, or through another one to a queue manager elsewhere. */
export type CommandConnection = Pick<Connection, 'command' | 'commandJson' | 'close'>

export interface RequeuedMessage {
  /** The queue on which the message was. */
  readonly from: string
  readonly message: Message
  /** The reason code or feedback code for the dead-letter header. */
  readonly reason: number
}

export interface OpenQueueOptions {
  readonly mode: 'input' | 'browse'
  /** Selects messages by their properties, in the SQL92 syntax of message selectors. */
  readonly selector?: string | undefined
}

/** A queue that a connection has open. */
export interface OpenQueue {
  /** The name of the local queue to which an alias resolves. */
  readonly name: string
  /** Gets the next message like `Connection.get`. */
  get(options?: OpenQueueGetOptions): Promise<Message | undefined>
  /**
   * Returns the next message after the one that the last call returned, without removing it (MQGMO_BROWSE_NEXT).
   * Resolves with undefined at the end of the queue; messages that arrive later are found by a later call.
   */
  browseNext(): Promise<Message | undefined>
  /** Calls the function when a message becomes available that no waiting get receives. Returns the end of this. */
  watchArrivals(watcher: () => void): () => void
  close(): void
}

export type OpenQueueGetOptions = Pick<GetOptions, 'waitMs' | 'signal' | 'unitOfWork'>

export interface MaxMessageLength {
  bytes: number
  /** The reason code for longer messages: 2030 when the queue limits the length, 2031 when the queue manager does. */
  reasonCode: 2030 | 2031
}

export interface SubscribeOptions {
  topicString: string
  /**
   * The name of a durable subscription. It remains after the connection ends, and a later connection resumes it
   * by this name.
   */
  durableName?: string
  /** Instead of `durableName`: joins the subscription of this name, or creates it. */
  shared?: SharedSubscription
  /** `TOPIC`: `+` and `#` replace topic levels. `CHAR`: `*` and `?` replace characters. */
  wildcards?: 'TOPIC' | 'CHAR'
  userData?: string
  /** Selects publications by their properties. A resumed subscription keeps the selector that it was made with. */
  selector?: string | undefined
  /** Whether the subscription receives no retained publications. */
  newPublicationsOnly?: boolean
}

/** A subscription whose subscribers, of one or several connections, share its messages: each message goes to one. */
export interface SharedSubscription {
  readonly name: string
  /** Whether it remains when it has no subscriber. */
  readonly isDurable: boolean
}

export interface Subscription {
  readonly name: string
  /** The name of the queue that holds its publications. */
  readonly queue: string
  get(options?: GetOptions): Promise<Message | undefined>
  /** Opens its queue for several gets, without a check of authorities for the queue. */
  open(): OpenQueue
  /** Closes the subscription. A durable subscription remains unless `remove` is true and no other subscriber shares it. */
  close(remove?: boolean): Promise<void>
}

export type * from './command.ts'
export { MalformedCommandError, MqError } from './errors.ts'
export type * from './instances.ts'
export type * from './message.ts'
export type * from './unit-of-work.ts'
