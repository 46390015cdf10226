/** Messages as those who put and get them see them. */

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
  persistence?: Persistence | undefined
  /** 0 to 9; the queue's default when left out. */
  priority?: number | undefined
  /** Milliseconds of life; unlimited when left out. */
  expiry?: number | undefined
  /** 24 bytes. */
  messageId?: Buffer
  /** 24 bytes. */
  correlationId?: Buffer
  replyTo?: Destination | undefined
  properties?: Readonly<Record<string, MessageProperty>>
  /** MQMD.CodedCharSetId; 1208 is UTF-8. */
  ccsid?: number
}

export interface Publication extends NewMessage {
  /** Later subscribers get it as well, until another one is retained in its place. */
  retain?: boolean
}

export interface MessageProperty {
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
  properties: Readonly<Record<string, MessageProperty>>
  /** Of a publication: its topic string, and the user data of the subscription that it came by. */
  publication: { readonly topicString: string; readonly userData: string } | undefined
}

/** Both ids must match when both are given; an id of zeros selects nothing. */
export interface MessageSelection {
  messageId?: Buffer
  correlationId?: Buffer
}

export interface GetOptions extends MessageSelection {
  /** Milliseconds to wait for a message that matches. */
  waitMs?: number
  signal?: AbortSignal
  /** Called before a message is taken; false leaves it on the queue and fails with 2110. */
  accepts?: (message: MessageSummary) => boolean
}
