/**
 * Puts and gets as commits: what must be on disk before anyone is told, and what happens when it cannot be.
 *
 * A put is expected on its queue until its commit, then it arrives or is cancelled. A get holds its message until the
 * commit of the removal, then the message has left or is back in its place. Messages that are not persistent need no commit.
 */
import type { Clock } from '../../lib/clock.ts'
import { type Change, type Descriptor, type Store, type StoredMessage, StoreFault } from '../store/store.ts'
import { asMqError } from '../store-errors.ts'
import type { Entry } from './entry.ts'
import type { GroupCommit, Work } from './group-commit.ts'
import type { MessageIds } from './message-ids.ts'
import type { Queue } from './queue.ts'
import type { Sequence } from './sequence.ts'
import { laneOf } from './settings.ts'

/** Bodies from here on are written beside the store: a quarter of a mebibyte. */
export const bigBody = 262_144

/** A message that was checked and is about to be put. */
export interface Draft {
  readonly body: Buffer
  readonly persistent: boolean
  readonly messageId: Buffer | undefined
  readonly correlationId: Buffer | undefined
  readonly expiresAt: number | undefined
  readonly descriptor: Descriptor
}

export class Delivery {
  readonly clock: Clock
  readonly #store: Store
  readonly #group: GroupCommit
  readonly #sequence: Sequence
  readonly #ids: MessageIds
  /** Bodies on their way out. */
  readonly #removals = new Set<Promise<void>>()

  constructor(store: Store, group: GroupCommit, sequence: Sequence, ids: MessageIds, clock: Clock) {
    this.#store = store
    this.#group = group
    this.#sequence = sequence
    this.#ids = ids
    this.clock = clock
  }

  /** An id for a message that must know it before it is put. */
  newMessageId(): Buffer {
    return this.#ids.of(this.#sequence.next())
  }

  /** Puts one message on several queues, all or none. Answers the message ids in the order of the queues. */
  async put(targets: readonly { queue: Queue; draft: Draft }[]): Promise<Buffer[]> {
    for (const { queue, draft } of targets) queue.checkPut(draft.body.length)
    const files = targets.some(({ draft }) => isBig(draft)) ? await this.#writeBigBodies(targets) : []
    const puts: Put[] = []
    try {
      for (const [place, { queue, draft }] of targets.entries()) {
        puts.push(this.#prepare(queue, draft, files[place]))
      }
      await this.#settle(puts)
    } catch (error) {
      for (const { queue } of puts) queue.cancel()
      for (const file of files) if (file) this.#removeBody(file)
      throw asMqError(error)
    }
    return puts.map(({ entry }) => entry.messageId)
  }

  /**
   * Removes a held message and answers its body once that is on disk. When it cannot be, or `signal` aborts before, the
   * message is back in its place and the promise rejects.
   */
  async remove(queue: Queue, entry: Entry, signal?: AbortSignal): Promise<Buffer> {
    if (!entry.persistent) {
      const body = entry.body as Buffer
      queue.finish(entry)
      queue.lastGet = this.clock()
      return body
    }
    try {
      const body = entry.bodyFile ? await this.#store.bodies.read(entry.bodyFile) : this.#body(entry)
      signal?.throwIfAborted()
      await this.#removal(queue, entry, signal)
      if (entry.bodyFile) this.#removeBody(entry.bodyFile)
      return body
    } catch (error) {
      queue.restore(entry)
      throw signal?.aborted ? signal.reason : asMqError(error)
    }
  }

  /** Reads the body of a message that stays. Undefined when it has gone in the meantime. */
  async read(entry: Entry): Promise<Buffer | undefined> {
    try {
      if (!entry.persistent) return entry.body
      if (entry.bodyFile) return await this.#store.bodies.read(entry.bodyFile)
      return this.#store.messages.body(entry.sequence)
    } catch (error) {
      // A file goes after its row: it may have been taken while it was to be read.
      if (this.#store.messages.body(entry.sequence) === undefined) return undefined
      throw asMqError(error)
    }
  }

  /** Lets a held message go without handing it out; a failure leaves it for the next time. */
  discard(queue: Queue, entry: Entry): void {
    if (!entry.persistent) {
      queue.finish(entry)
      return
    }
    this.#group.add({
      changes: [{ type: 'remove', sequence: entry.sequence }],
      committed: () => {
        queue.finish(entry)
        if (entry.bodyFile) this.#removeBody(entry.bodyFile)
      },
      failed: () => queue.restore(entry),
    })
  }

  /** Settles when nothing is left to be tidied up. */
  async idle(): Promise<void> {
    await Promise.all(this.#removals)
  }

  #prepare(queue: Queue, draft: Draft, bodyFile: string | undefined): Put {
    const sequence = this.#sequence.next()
    queue.expect(draft.body.length)
    const message: StoredMessage = {
      sequence,
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
      messageId: draft.messageId ?? this.#ids.of(sequence),
      persistent: draft.persistent,
      body: draft.persistent ? undefined : draft.body,
      state: 'available',
    }
    const body = bodyFile ? Buffer.alloc(0) : draft.body
    const changes: Change[] = draft.persistent ? [{ type: 'add', queue: queue.id, message, body }] : []
    return { queue, entry, changes }
  }

  /** Settles when every put has arrived; rejects when none has. */
  #settle(puts: readonly Put[]): Promise<void> {
    const changes = puts.flatMap((put) => put.changes)
    const arrive = () => {
      for (const { queue, entry } of puts) queue.arrive(entry)
    }
    if (changes.length === 0) {
      arrive()
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      this.#group.add({
        changes,
        committed() {
          arrive()
          resolve()
        },
        failed: reject,
      })
    })
  }

  #removal(queue: Queue, entry: Entry, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const work: Work = {
        changes: [{ type: 'remove', sequence: entry.sequence }],
        committed: () => {
          signal?.removeEventListener('abort', abort)
          queue.finish(entry)
          queue.lastGet = this.clock()
          resolve()
        },
        failed(error) {
          signal?.removeEventListener('abort', abort)
          reject(error)
        },
      }
      // The commit happens within one turn, so an abort comes either before it or after the answer.
      const abort = () => {
        if (this.#group.withdraw(work)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#group.add(work)
    })
  }

  #body(entry: Entry): Buffer {
    const body = this.#store.messages.body(entry.sequence)
    if (!body) throw new StoreFault('damaged', `message ${entry.sequence} has no body`)
    return body
  }

  async #writeBigBodies(targets: readonly { draft: Draft }[]): Promise<(string | undefined)[]> {
    const files: (string | undefined)[] = []
    try {
      for (const { draft } of targets) {
        files.push(isBig(draft) ? await this.#store.bodies.write(draft.body) : undefined)
      }
      return files
    } catch (error) {
      for (const file of files) if (file) this.#removeBody(file)
      throw asMqError(error)
    }
  }

  /** Nobody waits for it; what stays behind is removed when the store is opened next. */
  #removeBody(file: string): void {
    const removal = this.#store.bodies
      .remove(file)
      .catch(() => undefined)
      .finally(() => this.#removals.delete(removal))
    this.#removals.add(removal)
  }
}

function isBig({ persistent, body }: Draft): boolean {
  return persistent && body.length >= bigBody
}

interface Put {
  readonly queue: Queue
  readonly entry: Entry
  readonly changes: readonly Change[]
}
