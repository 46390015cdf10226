/**
 * What a queue manager keeps on disk: its objects and its persistent messages.
 *
 * Reads answer at once, from what is committed. Writes are committed in the order of their calls; a promise that resolves
 * means that the changes are on disk, one that rejects (with a `StoreFault`) means that nothing has changed. Bodies that
 * are too big for a transaction go through `bodies` first. Every driver passes `test/qm/store/conformance.ts`.
 */

import type { Destination, MessageProperty } from '../types/queue-manager.ts'
import type { ObjectKind, ObjectRecord } from '../types/services.ts'

export interface MessageStore {
  readonly messages: StoredMessageReader
  readonly bodies: BodyFileStore
  /** The number of the block of sequence numbers that was claimed when the store was opened. */
  readonly firstBlock: number
  /** Every object, and the number under which it was saved. Throws the name of one that is damaged. */
  objects(): StoredObject[]
  /** The messages that were parked before the store was opened, in the order of their sequences, once. They are no longer on disk. */
  takePreserved(): PreservedMessage[]
  /** Bytes that messages left in the file, which others can use when the disk has no room. */
  unusedBytes(): number
  /** Applies every change, or none. On a full disk only changes that are `urgent` may use the space kept for them. */
  commit(changes: readonly StoreChange[], options?: { readonly urgent?: boolean }): Promise<void>
  /** Claims the next block of sequence numbers; no block is claimed twice. */
  claimBlock(): Promise<number>
  /** Keeps non-persistent messages for the next start, all or none. */
  preserve(messages: readonly PreservedMessage[]): Promise<void>
  /** Settles after the writes under way. */
  close(): Promise<void>
}

/** Saved objects carry a number; messages name their queue by it, so a queue gets an empty start by a new number. */
export interface StoredObject {
  readonly id: number
  readonly record: StoredRecord
}

/** Objects, and the records of the queue manager that MQSC does not know as objects. */
export interface StoredRecord extends Omit<ObjectRecord, 'kind'> {
  readonly kind: ObjectKind | 'authrec' | 'channel-state'
}

/** A non-persistent message that outlives an end in order. */
export interface PreservedMessage {
  readonly queue: number
  readonly message: StoredMessage
  readonly body: Buffer
}

/** One step of a commit. */
export type StoreChange =
  | { readonly type: 'add'; readonly queue: number; readonly message: StoredMessage; readonly body: Buffer }
  | { readonly type: 'remove'; readonly sequence: number }
  | { readonly type: 'saveObject'; readonly object: StoredObject }
  | { readonly type: 'removeObject'; readonly id: number }

/** A message as it lies on a queue, without its body. */
export interface StoredMessage {
  /** Rises with every put; order within a lane, and the unique part of a message id. */
  readonly sequence: number
  /** 0 is delivered first. */
  readonly lane: number
  /** Undefined when the queue manager made the id from the sequence. */
  readonly foreignId: Buffer | undefined
  readonly correlationId: Buffer | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined
  readonly length: number
  /** The name that `bodies` gave to a big body; its row then has none. */
  readonly bodyFile: string | undefined
  readonly descriptor: MessageDescriptor
  /** What is wrong with it on the disk. Of such a message only its place is known. */
  readonly damage?: string
}

/** The members of the message descriptor that nothing is selected by. */
export interface MessageDescriptor {
  readonly format: string
  readonly priority: number
  readonly putAt: number
  readonly userId: string
  readonly applicationName: string
  readonly ccsid: number
  readonly backoutCount: number
  readonly replyTo?: Destination
  readonly properties?: Readonly<Record<string, StoredProperty>>
  /** Of a publication: where it was published, and what its subscription's owner wants to read there. */
  readonly publication?: { readonly topicString: string; readonly userData: string }
}

/** As `Property`, with a bigint written as text. */
export interface StoredProperty {
  readonly type: MessageProperty['type']
  readonly value: string | number | boolean
}

/** The messages of one lane of a queue when the store was opened. */
export interface LaneSnapshot {
  /** Rising. */
  readonly sequences: number[]
  /** Of those with an id that was given by the one who put them, or a correlation id: `idHash` and sequence in turn. */
  readonly foreignIds: number[]
  readonly correlationIds: number[]
}

export type LaneSnapshots = ReadonlyMap<number, LaneSnapshot>

export interface StoredMessageReader {
  /** What lay on each queue when the store was opened, handed over once. */
  takeLaneSnapshots(): Map<number, LaneSnapshots>
  find(queue: number, sequence: number): StoredMessage | undefined
  /** The same, with the body of a small message when it is sound. */
  read(queue: number, sequence: number): { message: StoredMessage; body: Buffer | undefined } | undefined
  /** Messages whose time has come, the earliest first. */
  expired(now: number, limit: number): { queue: number; message: StoredMessage }[]
  /** The body that lies beside the message; undefined when the message is gone. Throws when it is not the one that was put. */
  body(sequence: number): Buffer | undefined
}

/** Bodies that would hold up everyone else if they were written in a transaction. */
export interface BodyFileStore {
  /** On disk when it settles; the answer names it. */
  write(body: Buffer): Promise<string>
  /** Rejects when it is missing, or not what was written. */
  read(name: string): Promise<Buffer>
  remove(name: string): Promise<void>
}

/** The store could not do it. `full` when room would help. */
export class MessageStoreError extends Error {
  override name = 'MessageStoreError'
  readonly kind: 'full' | 'failed' | 'damaged'

  constructor(kind: MessageStoreError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
