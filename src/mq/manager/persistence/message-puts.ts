/** Puts messages on queues after their commit. */
import type { MessageIdGenerator } from '../messages/message-id-generator.ts'
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from '../queues/queue.ts'
import { priorityLane } from '../queues/queue-settings.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import type { GroupCommit } from '../store/group-commit.ts'
import { type MessageDescriptor, type MessageStore, type StoreChange, toMqError } from '../store/message-store.ts'
import { requiredUnusedBytes } from '../store/sqlite/reserve.ts'
import { mqError } from '../types/errors.ts'
import { type BodyFiles, needsBodyFile, type RecentBodyCache } from './message-bodies.ts'
import { appendAddition, cancelPuts, completePuts, type PendingPut } from './pending-messages.ts'
import type { SequenceNumbers } from './sequence-numbers.ts'
import type { MessageUnitOfWork } from './unit-of-work.ts'

/** A checked message before it is put on a queue. */
export interface MessageDraft {
  readonly body: Buffer
  readonly persistent: boolean
  /** The message id; undefined when the queue manager generates it. */
  readonly messageId: Buffer | undefined
  readonly correlationId: Buffer | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined
  readonly descriptor: MessageDescriptor
}

export type PutTarget = { readonly queue: Queue; readonly draft: MessageDraft }

export interface PutDeps {
  readonly store: Pick<MessageStore, 'unusedBytes'>
  readonly group: GroupCommit
  readonly bodies: BodyFiles
  readonly recent: RecentBodyCache
  readonly sequence: SequenceNumbers
  readonly ids: MessageIdGenerator
  readonly disk: Pick<DiskSpace, 'shortage'> | undefined
}

export class MessagePuts {
  readonly #deps: PutDeps

  constructor(deps: PutDeps) {
    this.#deps = deps
  }

  /** Returns a new id for a message that needs its id before the put. */
  newMessageId(): Buffer {
    const { ids, sequence } = this.#deps
    return ids.fromSequence(sequence.next())
  }

  /**
   * Puts one message on each target queue, all or none. Resolves with the message ids in the order of the
   * targets, after the commit or, with a unit of work, when the unit has the messages. Rejects with an `MqError`.
   */
  async put(targets: readonly PutTarget[], unitOfWork?: MessageUnitOfWork): Promise<Buffer[]> {
    unitOfWork?.checkRoom(targets.length)
    let hasBodyFiles = false
    for (const { queue, draft } of targets) {
      queue.checkPut(draft.body.length)
      if (draft.persistent) this.#checkDisk(queue, draft)
      if (needsBodyFile(draft)) hasBodyFiles = true
    }
    // Drafts without a body file, the usual case, skip this wait.
    const files = hasBodyFiles ? await this.#writeFiles(targets.map(({ draft }) => draft)) : noFiles
    const puts: PendingPut[] = []
    try {
      for (const target of targets) puts.push(this.#expect(target, files[puts.length]))
      if (unitOfWork) unitOfWork.addPuts(puts)
      else await this.#settle(puts)
    } catch (error) {
      cancelPuts(puts, this.#deps.bodies)
      for (const file of files.slice(puts.length)) this.#deps.bodies.remove(file)
      throw toMqError(error)
    }
    return puts.map(({ entry }) => entry.messageId)
  }

  /** Throws reason code 2192 while disk space is short, unless unused pages of the store can take the message. */
  #checkDisk({ name }: Queue, { body }: MessageDraft): void {
    const shortage = this.#deps.disk?.shortage
    if (shortage === undefined || this.#deps.store.unusedBytes() >= requiredUnusedBytes(body.length)) return
    throw mqError('MQRC_STORAGE_MEDIUM_FULL', shortage, { object: name })
  }

  async #writeFiles(drafts: readonly MessageDraft[]): Promise<(string | undefined)[]> {
    try {
      return await this.#deps.bodies.write(drafts)
    } catch (error) {
      throw toMqError(error)
    }
  }

  #expect({ queue, draft }: PutTarget, bodyFile: string | undefined): PendingPut {
    const { sequence, ids } = this.#deps
    const number = sequence.next()
    queue.reservePut(draft.body.length)
    const entry: QueuedMessage = {
      sequence: number,
      lane: priorityLane(queue.settings, draft.descriptor.priority),
      foreignId: draft.messageId,
      correlationId: draft.correlationId,
      expiresAt: draft.expiresAt,
      length: draft.body.length,
      bodyFile,
      descriptor: draft.descriptor,
      messageId: draft.messageId ?? ids.fromSequence(number),
      persistent: draft.persistent,
      body: draft.persistent ? undefined : draft.body,
      state: 'available',
    }
    return { queue, entry, body: bodyFile ? emptyBody : draft.body }
  }

  /** Commits the puts, then adds the messages; adds none when it rejects. Undefined when no commit was needed. */
  #settle(puts: readonly PendingPut[]): Promise<void> | undefined {
    const { group, recent, bodies } = this.#deps
    const changes: StoreChange[] = []
    for (const put of puts) appendAddition(put, changes)
    if (changes.length === 0) {
      completePuts(puts, recent, bodies)
      return undefined
    }
    return new Promise((resolve, reject) => {
      group.add({
        changes,
        isPut: true,
        committed() {
          completePuts(puts, recent, bodies)
          resolve()
        },
        failed: reject,
      })
    })
  }
}

const noFiles: readonly undefined[] = []
const emptyBody = Buffer.alloc(0)
