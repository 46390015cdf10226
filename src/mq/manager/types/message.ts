/** Types for messages, as applications put and get them, and for the units of work in which they do. */
import type { BrowsePosition } from './open-objects.ts'

export interface Destination {
  queue: string
  /** The target queue manager; the local queue manager when undefined. */
  queueManager?: string | undefined
}

export type Persistence = 'persistent' | 'nonPersistent' | 'asQueueDefault'

export interface NewMessage {
  body: Buffer
  /** MQMD.Format without padding, for example `MQSTR` for text. */
  format: string
  persistence?: Persistence | undefined
  /** The priority, 0 to 9; the default priority of the queue when undefined. */
  priority?: number | undefined
  /** The lifetime in milliseconds; unlimited when undefined. */
  expiry?: number | undefined
  /** 24 bytes; the queue manager creates or omits the id when undefined. */
  messageId?: Buffer | undefined
  /** 24 bytes; the queue manager creates or omits the id when undefined. */
  correlationId?: Buffer | undefined
  replyTo?: Destination | undefined
  group?: MessageGroup | undefined
  properties?: Readonly<Record<string, MessageProperty>> | undefined
  /** The sections of an AMQP message that have no place in an MQ message, in base64. */
  amqp?: string | undefined
  /** MQMD.CodedCharSetId; the default 1208 is UTF-8. */
  ccsid?: number
}

/** The place of a message in a group: MQMD.GroupId, MsgSeqNumber and MQMF_LAST_MSG_IN_GROUP. */
export interface MessageGroup {
  /** The group id as text of any length. An MQMD group id of 24 bytes is 48 hexadecimal digits. */
  readonly id: string
  /** The sequence number within the group, from 1. */
  readonly sequence: number
  readonly isLast?: boolean
}

export interface Publication extends NewMessage {
  /** Whether the queue manager retains the publication for later subscribers, until the next one to the topic. */
  retain?: boolean
}

export interface MessageProperty {
  type: 'boolean' | 'byte' | 'short' | 'integer' | 'long' | 'float' | 'double' | 'string'
  value: string | number | boolean | bigint
}

export interface PutOptions {
  /** The unit of work of the same connection in which the message is put; without one, it is committed at once. */
  unitOfWork?: UnitOfWork | undefined
  /** The context of a message that is passed on (MQPMO_SET_ALL_CONTEXT), which needs the authority SETALL. */
  context?: MessageContext | undefined
}

/** Who put a message first, and when. */
export interface MessageContext {
  /** Milliseconds since the epoch. */
  putAt: number
  userId: string
  applicationName: string
}

export type PutResult = { messageId: Buffer }

export interface MessageSummary extends MessageContext {
  messageId: Buffer
  /** The correlation id, which is all zeros when the message has none. */
  correlationId: Buffer
  format: string
  length: number
  persistence: 'persistent' | 'nonPersistent'
  priority: number
  /** The remaining lifetime in milliseconds; undefined when it is unlimited. */
  expiry: number | undefined
  backoutCount: number
}

export interface Message extends MessageSummary {
  body: Buffer
  ccsid: number
  replyTo: Destination | undefined
  group: MessageGroup | undefined
  /** The sections of an AMQP message that have no place in an MQ message; see `docs/amqp.md`. */
  amqp: string | undefined
  properties: Readonly<Record<string, MessageProperty>>
  /** The topic string of a publication, and the user data of the subscription that received it. */
  publication: { readonly topicString: string; readonly userData: string } | undefined
}

/** Selects messages by id. Both ids must match when both are given; an id of zeros matches every message. */
export type MessageSelection = { messageId?: Buffer | undefined; correlationId?: Buffer | undefined }

export interface GetOptions extends MessageSelection {
  /** The time to wait for a matching message, in milliseconds; `Infinity` for no limit. The default 0 does not wait. */
  waitMs?: number
  signal?: AbortSignal | undefined
  /** The unit of work of the connection in which the message is got; without one, it is removed at once. */
  unitOfWork?: UnitOfWork | undefined
  /** The position of the message, which a browse has returned (MQGMO_MSG_UNDER_CURSOR). */
  at?: BrowsePosition | undefined
  /** Called before a message is removed. Returns false to leave it on the queue: the get fails with 2110. */
  accepts?: (message: MessageSummary) => boolean
}

/**
 * A unit of work: messages that are put and got under syncpoint, and stored together or not at all.
 *
 * Messages that were put are invisible, and messages that were got are locked, until the unit ends. The unit
 * belongs to a connection, whose end backs it out. A connection may have several.
 */
export interface UnitOfWork {
  /** The time of its first message in milliseconds since the epoch; undefined while it is empty. */
  readonly startedAt: number | undefined
  /** The number of messages, which MAXUMSGS limits. */
  readonly size: number
  /** Whether messages can be added. */
  readonly isActive: boolean
  /**
   * Stores everything in one commit and ends the unit (MQCMIT). When the commit fails, the unit is backed out, and
   * the promise rejects with reason code 2003. Rejects with 2255 when the unit has ended. Other units of the same
   * queue manager end with the same commit, all or none of them.
   */
  commit(others?: readonly UnitOfWork[]): Promise<void>
  /**
   * Ends the unit (MQBACK): messages that were put disappear, and messages that were got are available again at
   * their previous position, with a backout count that is higher by one unless `countsBackout` is false. Resolves
   * when the backout counts of queues with HARDENBO are on disk. Does nothing when the unit has ended.
   */
  backout(options?: { readonly countsBackout?: boolean }): Promise<void>
  /** Takes all of another unit of the connection, and ends it. Throws 2024 above MAXUMSGS, and then moves nothing. */
  absorb(other: UnitOfWork): void
}
