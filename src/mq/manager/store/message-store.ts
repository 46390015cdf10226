/**
 * The message store: the objects and persistent messages of a queue manager on disk.
 *
 * Reads return committed data at once. Writes are committed in the order of the calls. A resolved promise means
 * that the changes are on disk; a rejected one (with a `MessageStoreError`) means that nothing has changed.
 * Bodies that are too large for a transaction are written with `bodies` first. Every implementation passes
 * `test/mq/manager/store/conformance.ts`.
 */
import { mqError } from '../types/errors.ts'
import type { Destination, MessageGroup, MessageProperty, MessageSummary } from '../types/message.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'

export interface MessageStore {
  readonly messages: StoredMessageReader
  readonly bodies: BodyFileStore
  /** The number of the block of sequence numbers that was claimed at opening. */
  readonly firstBlock: number
  /** Returns every object with its id. Throws a `MessageStoreError` that names a damaged object. */
  objects(): StoredObject[]
  /** Returns once the messages that the last orderly end preserved, by number. They are deleted on disk already. */
  takePreserved(): PreservedMessage[]
  /** Returns the size in bytes of unused pages in the file, which new messages can use on a full disk. */
  unusedBytes(): number
  /** The number of commits that may be in progress at once, which take effect in order. One when undefined. */
  readonly maxConcurrentCommits?: number
  /** Applies all changes or none. On a full disk, only `urgent` changes may use the reserved space. */
  commit(changes: readonly StoreChange[], options?: { readonly urgent?: boolean }): Promise<void>
  /** Claims the next block of sequence numbers. No block is claimed twice. */
  claimBlock(): Promise<number>
  /** Writes non-persistent messages for the next start, all or none. */
  preserve(messages: readonly PreservedMessage[]): Promise<void>
  /** Closes the store after pending writes. */
  close(): Promise<void>
}

/** A stored object with its id. Messages refer to their queue by this id, so that a queue with a new id is empty. */
export type StoredObject = { readonly id: number; readonly record: StoredRecord }

/** An object record, or an internal record that is no MQSC object. */
export interface StoredRecord extends Omit<ObjectRecord, 'kind'> {
  readonly kind: ObjectKind | 'authrec' | 'channel-state'
}

/** A non-persistent message that is preserved between an orderly end and the next start. */
export interface PreservedMessage {
  readonly queue: number
  readonly message: StoredMessage
  readonly body: Buffer
}

/** One change within a commit. */
export type StoreChange =
  | { readonly type: 'add'; readonly queue: number; readonly message: StoredMessage; readonly body: Buffer }
  | { readonly type: 'remove'; readonly sequence: number }
  | SetBackoutCount
  | { readonly type: 'saveObject'; readonly object: StoredObject }
  | { readonly type: 'removeObject'; readonly id: number }

/** Changes the backout count of a message. Does nothing when the message is gone or damaged. */
export interface SetBackoutCount {
  readonly type: 'setBackoutCount'
  readonly sequence: number
  readonly backoutCount: number
}

/** A stored message without its body. */
export interface StoredMessage {
  /** The sequence number, ascending with every put: the order in a lane, and the unique part of message ids. */
  readonly sequence: number
  /** The lane; lane 0 is delivered first. */
  readonly lane: number
  /** The message id that the application set; undefined when the id is generated from the sequence number. */
  readonly foreignId: Buffer | undefined
  readonly correlationId: Buffer | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined
  readonly length: number
  /** The name of the file with a large body; undefined when the row contains the body. */
  readonly bodyFile: string | undefined
  readonly descriptor: MessageDescriptor
  /** A description of the damage on disk. Only the sequence number and lane of such a message are known. */
  readonly damage?: string
}

/** The fields of the message descriptor that gets cannot select by. */
export interface MessageDescriptor
  extends Pick<MessageSummary, 'format' | 'priority' | 'putAt' | 'userId' | 'applicationName' | 'backoutCount'> {
  readonly ccsid: number
  readonly replyTo?: Destination | undefined
  readonly group?: MessageGroup | undefined
  /** The sections of an AMQP message that have no place in an MQ message, in base64. */
  readonly amqp?: string | undefined
  readonly properties?: Readonly<Record<string, StoredProperty>> | undefined
  /** The topic string of a publication, and the user data of the subscription. */
  readonly publication?: { readonly topicString: string; readonly userData: string } | undefined
}

/** A `MessageProperty` whose bigint values are text. */
export interface StoredProperty {
  readonly type: MessageProperty['type']
  readonly value: string | number | boolean
}

/** The messages of one lane of a queue at the opening of the store. */
export interface LaneSnapshot {
  /** The sequence numbers in ascending order. */
  readonly sequences: number[]
  /** Flat lists of `hashMessageId` and sequence number: of message ids set by applications, and of correlation ids. */
  readonly foreignIds: number[]
  readonly correlationIds: number[]
}

export type LaneSnapshots = ReadonlyMap<number, LaneSnapshot>

export interface StoredMessageReader {
  /** Returns once the lanes of every queue at the opening of the store. */
  takeLaneSnapshots(): Map<number, LaneSnapshots>
  find(queue: number, sequence: number): StoredMessage | undefined
  /** Returns a message with its body when the body is small and undamaged. */
  read(queue: number, sequence: number): { message: StoredMessage; body: Buffer | undefined } | undefined
  /** Runs several reads at once, which is cheaper than one by one when others write; undefined where it is not. */
  together?<T>(reads: () => T): T
  /** Returns expired messages, the earliest first. */
  expired(now: number, limit: number): { queue: number; message: StoredMessage }[]
  /**
   * Returns the body from the row, or a promise of it when it is not on this machine; undefined when the message is gone.
   * Throws or rejects when the body is damaged. `next` returns the messages that are likely to be needed next.
   */
  body(sequence: number, next?: () => Iterable<number>): Buffer | Promise<Buffer | undefined> | undefined
}

/** Stores large bodies in files, because they would block other writes in a transaction. */
export interface BodyFileStore {
  /** Writes a body and resolves with its file name when it is on disk. */
  write(body: Buffer): Promise<string>
  /** Reads a body. Rejects with a `MessageStoreError` when the file is missing or damaged. */
  read(name: string): Promise<Buffer>
  remove(name: string): Promise<void>
}

/**
 * An error of the message store. `full`: the disk is full. `damaged`: stored data is missing or changed. `lost`: the
 * store accepts no commits any more, and whether the last one was stored is unknown. `failed`: any other failure.
 */
export class MessageStoreError extends Error {
  override name = 'MessageStoreError'
  readonly kind: 'full' | 'failed' | 'damaged' | 'lost'

  constructor(kind: MessageStoreError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** Returns an `MqError` for a `MessageStoreError`, and every other error unchanged. */
export function toMqError(error: unknown): unknown {
  if (!(error instanceof MessageStoreError)) return error
  if (error.kind === 'damaged') return mqError('MQRC_OBJECT_DAMAGED', error.message, { cause: error })
  if (error.kind === 'full')
    return mqError('MQRC_STORAGE_MEDIUM_FULL', `no room on the disk: ${error.message}`, { cause: error })
  if (error.kind === 'lost') return mqError('MQRC_CONNECTION_BROKEN', error.message, { cause: error })
  return mqError('MQRC_RESOURCE_PROBLEM', error.message, { cause: error })
}

/** Throws what `toMqError` returns, for `promise.catch(throwAsMqError)`. */
export function throwAsMqError(error: unknown): never {
  throw toMqError(error)
}
