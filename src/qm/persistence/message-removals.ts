/** Gets: held messages that leave their queue once their removal is on disk. */

import type { QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from '../queues/queue.ts'
import type { CommitWork, GroupCommit } from '../store/group-commit.ts'
import { type MessageStore, MessageStoreError, type StoreChange } from '../store/message-store.ts'
import { toMqError } from '../store/to-mq-error.ts'
import { mqError } from '../types/reason-codes.ts'
import type { BodyFiles } from './body-files.ts'
import type { RecentBodyCache } from './recent-body-cache.ts'

export interface RemovalDeps {
  readonly store: Pick<MessageStore, 'messages'>
  readonly group: GroupCommit
  readonly bodies: BodyFiles
  readonly recent: RecentBodyCache
  /** Told of every message that is met for the first time since the start and is not what was put. */
  reportDamage(queue: Queue, entry: QueuedMessage, fault: MessageStoreError): void
}

export class MessageRemovals {
  readonly #tools: RemovalDeps

  constructor(tools: RemovalDeps) {
    this.#tools = tools
  }

  /**
   * Removes a held message and answers its body once that is on disk. When it cannot be, or `signal` aborts before, the
   * message is back in its place and the promise rejects; one that is damaged is set aside, and told with 2101.
   */
  async remove(queue: Queue, entry: QueuedMessage, signal?: AbortSignal): Promise<Buffer> {
    const { bodies } = this.#tools
    if (!entry.persistent) {
      const body = entry.body as Buffer
      queue.removeLocked(entry)
      queue.activity.recordGet()
      return body
    }
    let isRead = false
    try {
      const body = entry.body ?? (entry.bodyFile ? await bodies.read(entry.bodyFile) : this.#body(entry))
      isRead = true
      signal?.throwIfAborted()
      await this.#commit(queue, entry, { signal, body })
      queue.activity.recordGet()
      return body
    } catch (error) {
      if (!isRead && isDamage(error)) throw this.#setAside(queue, entry, error)
      queue.unlock(entry)
      throw signal?.aborted ? signal.reason : toMqError(error)
    }
  }

  /** Lets a held message go without handing it out. When that fails it is back in its place. */
  async discard(queue: Queue, entry: QueuedMessage): Promise<void> {
    if (!entry.persistent) {
      queue.removeLocked(entry)
      return
    }
    try {
      await this.#commit(queue, entry)
    } catch (error) {
      queue.unlock(entry)
      throw toMqError(error)
    }
  }

  /** Reads the body of a message that stays. Undefined when it has gone in the meantime. */
  async read(queue: Queue, entry: QueuedMessage): Promise<Buffer | undefined> {
    const { store, bodies, recent } = this.#tools
    try {
      if (!entry.persistent || entry.body) return entry.body
      if (entry.bodyFile) return await bodies.read(entry.bodyFile)
      const body = this.#body(entry)
      recent.add(entry, body)
      return body
    } catch (error) {
      // A file goes after its row: it may have been taken while it was to be read.
      if (!store.messages.find(queue.id, entry.sequence)) return undefined
      const held = isDamage(error) ? queue.lockStored(entry) : undefined
      throw held ? this.#setAside(queue, held, error as MessageStoreError) : toMqError(error)
    }
  }

  #setAside(queue: Queue, entry: QueuedMessage, fault: MessageStoreError): Error {
    queue.setAsideDamaged(entry)
    this.#tools.reportDamage(queue, entry, fault)
    const text = `message ${entry.messageId.toString('hex')} of ${queue.name} is damaged: ${fault.message}`
    return mqError('MQRC_OBJECT_DAMAGED', text, { object: queue.name, cause: fault })
  }

  /**
   * Rejects when the removal fails or `signal` aborts; the message is then on disk. An abort while the commit is under way
   * comes too late to withdraw it, so the message is added again.
   */
  #commit(
    queue: Queue,
    entry: QueuedMessage,
    aborting?: { readonly signal: AbortSignal | undefined; readonly body: Buffer },
  ): Promise<void> {
    const { group, bodies, recent } = this.#tools
    const signal = aborting?.signal
    return new Promise((resolve, reject) => {
      const finish = () => {
        recent.remove(entry)
        queue.removeLocked(entry)
        bodies.remove(entry.bodyFile)
      }
      const work: CommitWork = {
        changes: [{ type: 'remove', sequence: entry.sequence }],
        committed() {
          signal?.removeEventListener('abort', abort)
          if (!signal?.aborted) {
            finish()
            resolve()
            return
          }
          group.add({
            changes: [addition(queue, entry, aborting?.body as Buffer)],
            committed: () => reject(signal.reason),
            failed() {
              finish() // the message is lost, as when its getter dies with it
              resolve()
            },
          })
        },
        failed(error) {
          signal?.removeEventListener('abort', abort)
          reject(error)
        },
      }
      const abort = () => {
        if (group.withdraw(work)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      group.add(work)
    })
  }

  #body({ sequence, damage }: QueuedMessage): Buffer {
    if (damage !== undefined) throw new MessageStoreError('damaged', damage)
    const body = this.#tools.store.messages.body(sequence)
    if (!body) throw new MessageStoreError('damaged', `message ${sequence} has no body`)
    return body
  }
}

/** Puts a message back that was removed on disk, in its old place. */
function addition(
  queue: Queue,
  { messageId: _, persistent, state, body: __, ...message }: QueuedMessage,
  body: Buffer,
): StoreChange {
  return { type: 'add', queue: queue.id, message, body: message.bodyFile ? Buffer.alloc(0) : body }
}

function isDamage(error: unknown): error is MessageStoreError {
  return error instanceof MessageStoreError && error.kind === 'damaged'
}
