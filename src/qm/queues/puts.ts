/** Puts: messages that come to lie on queues once they are on disk. */
import { mqError } from '../reasons.ts'
import type { DiskSpace } from '../store/disk-space.ts'
import { neededBytes } from '../store/reserve.ts'
import type { Change, Descriptor, Store, StoredMessage } from '../store/store.ts'
import { asMqError } from '../store-errors.ts'
import { type BodyFiles, needsFile } from './body-files.ts'
import type { Entry } from './entry.ts'
import type { GroupCommit } from './group-commit.ts'
import type { MessageIds } from './message-ids.ts'
import type { Queue } from './queue.ts'
import type { RecentBodies } from './recent-bodies.ts'
import type { Sequence } from './sequence.ts'
import { laneOf } from './settings.ts'

/** A message that was checked and is about to be put. */
export interface Draft {
  readonly body: Buffer
  readonly persistent: boolean
  /** Undefined when the queue manager is to make one. */
  readonly messageId: Buffer | undefined
  readonly correlationId: Buffer | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined
  readonly descriptor: Descriptor
}

export interface Target {
  readonly queue: Queue
  readonly draft: Draft
}

export interface PutTools {
  readonly store: Pick<Store, 'unusedBytes'>
  readonly group: GroupCommit
  readonly bodies: BodyFiles
  readonly recent: RecentBodies
  readonly sequence: Sequence
  readonly ids: MessageIds
  readonly disk: Pick<DiskSpace, 'shortage'> | undefined
}

interface Put {
  readonly queue: Queue
  readonly entry: Entry
  readonly body: Buffer
  readonly changes: readonly Change[]
}

export class Puts {
  readonly #tools: PutTools

  constructor(tools: PutTools) {
    this.#tools = tools
  }

  /** An id for a message that must know it before it is put. */
  newMessageId(): Buffer {
    const { ids, sequence } = this.#tools
    return ids.of(sequence.next())
  }

  /** Puts a message on each queue, all or none. Answers the message ids in the order of the queues. */
  async put(targets: readonly Target[]): Promise<Buffer[]> {
    for (const { queue, draft } of targets) {
      queue.checkPut(draft.body.length)
      if (draft.persistent) this.#checkDisk(queue, draft)
    }
    // Small messages, which are most, wait for nothing here.
    const drafts = targets.map(({ draft }) => draft)
    const files = drafts.some(needsFile) ? await this.#writeFiles(drafts) : []
    const puts: Put[] = []
    try {
      for (const [place, target] of targets.entries()) puts.push(this.#expect(target, files[place]))
      await this.#settle(puts)
    } catch (error) {
      for (const { queue } of puts) queue.cancel()
      for (const file of files) this.#tools.bodies.remove(file)
      throw asMqError(error)
    }
    return puts.map(({ entry }) => entry.messageId)
  }

  /** Without room on the disk, a put may only use what other messages have left in the file. */
  #checkDisk({ name }: Queue, { body }: Draft): void {
    const shortage = this.#tools.disk?.shortage
    if (shortage === undefined || this.#tools.store.unusedBytes() >= neededBytes(body.length)) return
    throw mqError('MQRC_STORAGE_MEDIUM_FULL', shortage, { object: name })
  }

  async #writeFiles(drafts: readonly Draft[]): Promise<(string | undefined)[]> {
    try {
      return await this.#tools.bodies.write(drafts)
    } catch (error) {
      throw asMqError(error)
    }
  }

  #expect({ queue, draft }: Target, bodyFile: string | undefined): Put {
    const { sequence, ids } = this.#tools
    const number = sequence.next()
    queue.expect(draft.body.length)
    const message: StoredMessage = {
      sequence: number,
      lane: laneOf(queue.settings, draft.descriptor.priority),
      foreignId: draft.messageId,
      correlationId: draft.correlationId,
      expiresAt: draft.expiresAt,
      length: draft.body.length,
      bodyFile,
      descriptor: draft.descriptor,
    }
    const entry: Entry = {
      ...message,
      messageId: draft.messageId ?? ids.of(number),
      persistent: draft.persistent,
      body: draft.persistent ? undefined : draft.body,
      state: 'available',
    }
    const body = bodyFile ? Buffer.alloc(0) : draft.body
    const changes: Change[] = draft.persistent ? [{ type: 'add', queue: queue.id, message, body }] : []
    return { queue, entry, body, changes }
  }

  /** Settles when every put has arrived; rejects when none has. */
  #settle(puts: readonly Put[]): Promise<void> | undefined {
    const changes = puts.flatMap((put) => put.changes)
    const arrive = () => {
      for (const { queue, entry, body } of puts) {
        if (entry.persistent && !entry.bodyFile) this.#tools.recent.keep(entry, body)
        queue.arrive(entry)
      }
    }
    if (changes.length === 0) {
      arrive()
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.#tools.group.add({
        changes,
        isPut: true,
        committed() {
          arrive()
          resolve()
        },
        failed: reject,
      })
    })
  }
}
