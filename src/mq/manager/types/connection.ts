/** A connection to a queue manager, who makes its calls, and the outcome of commands. */
import type { AuthorityObjectType } from './authority.ts'
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
  UnitOfWork,
} from './message.ts'
import type { OpenQueue, OpenQueueOptions, SubscribeOptions, Subscription } from './open-objects.ts'
import type { QueueManager } from './queue-manager.ts'

/** The identity that makes a call. Privileged principals pass every check of the object authority manager. */
export type Principal = { name: string; groups: readonly string[]; privileged: boolean }

/** The user name and password of a program of this machine. */
export type ProgramCredentials = { readonly user: string; readonly password: string }

export interface ApplicationIdentity {
  /** The application name: MQMD.PutApplName and the APPLTAG of DISPLAY CONN. */
  name: string
  channel?: string
  address?: string | undefined
  /** The client id of a client that speaks AMQP. */
  clientId?: string
  /** Whether this is an internal connection, shown as APPLTYPE(SYSTEM). Internal connections are not counted. */
  isSystem?: boolean
}

/** The calls of the message queue interface (MQI), made as one principal. Every call fails only with an `MqError`. */
export interface Connection extends AsyncDisposable {
  readonly manager: QueueManager
  readonly principal: Principal
  /** Puts one message (MQPUT1). Resolves after the commit for a persistent message without a unit of work. */
  put(target: Destination, message: NewMessage, options?: PutOptions): Promise<PutResult>
  /** Returns the maximum message length of the queue, or of publications. Throws like a put of an unknown queue. */
  maxMessageLength(queue?: string): MaxMessageLength
  /** Gets one message (MQGET), or undefined (2033). When the signal aborts, rejects with its reason, removing none. */
  get(queue: string, options?: GetOptions): Promise<Message | undefined>
  /** Returns the first matching message without removing it (MQGET with MQGMO_BROWSE_FIRST). */
  browse(queue: string, selection?: MessageSelection): Promise<Message | undefined>
  /** Opens a queue for gets or for browsing (MQOPEN) until the connection ends. Throws an `MqError`. */
  open(queue: string, options: OpenQueueOptions): OpenQueue
  /** Returns message summaries in delivery order, without bodies. */
  list(queue: string, options: MessageSelection & { limit: number }): Promise<readonly MessageSummary[]>
  /** Returns the number of messages on a queue. Throws as a browse does. */
  countMessages(queue: string): Promise<number>
  /** Publishes a message to every matching subscription. */
  publish(topicString: string, message: Publication, options?: PutOptions): Promise<void>
  /**
   * Moves a message that was got in the unit of work to the backout requeue queue (BOQNAME) of its queue, or else with
   * a dead-letter header to the dead-letter queue, with the authority of the queue manager. Resolves with the name of
   * the queue, or undefined when there is none that accepts the message.
   */
  requeue(message: RequeuedMessage, unitOfWork: UnitOfWork): Promise<string | undefined>
  /** Returns the local queue that an application gets from under a name, and its BOTHRESH; 0 for none. Throws as a get does. */
  findBackoutThreshold(queue: string): { queue: string; threshold: number }
  /** Returns how full the queue is to which a put goes: a local one, or a transmission queue; undefined for an alias of a topic. Throws as a put does. */
  readFill(queue: string): { depth: number; oldestPutAt: number | undefined } | undefined
  /** Begins a unit of work. The end of the connection backs it out. */
  beginUnitOfWork(): UnitOfWork
  /** Subscribes with a managed queue (MQSUB), which the queue manager creates and removes. */
  subscribe(options: SubscribeOptions): Promise<Subscription>
  /** Creates a dynamic queue and resolves with its name. A temporary one ends with the connection. */
  createDynamicQueue(model: string, name?: string): Promise<string>
  /** Runs one MQSC command in text form. */
  command(text: string): Promise<CommandOutcome>
  /** Runs one MQSC command in the JSON form of a `runCommandJSON` request. */
  commandJson(command: JsonCommand): Promise<CommandOutcome>
  /** Returns whether the principal holds an authority, such as PUT, on an object. CRT ignores the name. */
  holdsAuthority(objectType: AuthorityObjectType, name: string, authority: string): boolean
  /**
   * Returns a text that changes before DISPLAY of an object keyword, such as QUEUE, can return something else to a
   * principal. Returns undefined for keywords whose attributes change with time, such as QSTATUS.
   */
  displayRevision(keyword: string): string | undefined
  /** Calls the function when the connection ends, by `close` or with its queue manager. */
  onEnd(listener: () => void): void
  close(): Promise<void>
}

/** A connection that runs commands: to a queue manager, or through another one to a queue manager elsewhere. */
export type CommandConnection = Pick<Connection, 'command' | 'commandJson' | 'close' | typeof Symbol.asyncDispose>

export interface RequeuedMessage {
  /** The queue on which the message was. */
  readonly from: string
  readonly message: Message
  /** The reason code or feedback code for the dead-letter header; by default MQRC_BACKOUT_THRESHOLD_REACHED. */
  readonly reason?: number
}

export interface MaxMessageLength {
  bytes: number
  /** The reason code for longer messages: 2030 when the queue limits the length, 2031 when the queue manager does. */
  reasonCode: 2030 | 2031
}

/** Types for MQSC commands and their results. */
export interface JsonCommand {
  command: string
  qualifier: string
  name?: string | undefined
  parameters?: Readonly<Record<string, unknown>> | undefined
  responseParameters?: readonly string[] | undefined
}

/** The result of a command, before it is rendered as text or JSON. */
export interface CommandOutcome {
  completionCode: 0 | 1 | 2
  reasonCode: number
  responses: readonly CommandResponse[]
}

export interface CommandResponse {
  completionCode: 0 | 1 | 2
  reasonCode: number
  /** The messages, for example `AMQ8006I: IBM MQ queue created.` */
  messages: readonly string[]
  /** The attributes in the order of printing, with upper-case keys; undefined when nothing is displayed. */
  attributes?: readonly (readonly [keyword: string, value: AttributeValue])[]
  /** The definition of a displayed object, and a number that changes with its live values, such as the depth. */
  version?: { readonly object: { readonly name: string }; readonly changedAt: number }
  /** The open handles of a connection or queue, when the command requested them. */
  objects?: readonly (readonly (readonly [keyword: string, value: AttributeValue])[])[]
}

/** The value of an attribute: numbers, upper-case words, arrays, and the empty string for blank text. */
export type AttributeValue = string | number | readonly string[]

/** The MQ command level that the queue managers implement: CMDLEVEL of DISPLAY QMGR. */
export const commandLevel = 942
