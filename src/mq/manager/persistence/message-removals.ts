/** Removes locked messages from queues after the removal is committed. */
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { Queue } from '../queues/queue.ts'
import type { CommitWork } from '../store/group-commit.ts'
import { type MessageStore, MessageStoreError, type StoreChange, toMqError } from '../store/message-store.ts'
import { mqError } from '../types/errors.ts'
import type { PutDeps } from './message-puts.ts'
import type { MessageUnitOfWork } from './unit-of-work.ts'

export interface RemovalDeps extends Pick<PutDeps, 'group' | 'bodies' | 'recent'> {
  readonly store: Pick<MessageStore, 'messages'>
  /** Called when a message is found to be damaged for the first time since the start. */
  reportDamage(queue: Queue, entry: QueuedMessage, fault: MessageStoreError): void
}

export class MessageRemovals {
  readonly #deps: RemovalDeps

  constructor(deps: RemovalDeps) {
    this.#deps = deps
  }

  /**
   * Removes a locked message and resolves with its body after the commit. When the commit fails or `signal`
   * aborts first, the message is unlocked and the promise rejects. A damaged message is set aside, and the
   * promise rejects with reason code 2101.
   */
  async remove(queue: Queue, entry: QueuedMessage, signal?: AbortSignal): Promise<Buffer> {
    if (!entry.persistent) {
      const body = entry.body as Buffer
      queue.removeLocked(entry)
      queue.activity.recordGet(entry)
      return body
    }
    let isRead = false
    try {
      const loaded = this.#load(queue, entry)
      const body = loaded instanceof Promise ? await loaded : loaded
      isRead = true
      signal?.throwIfAborted()
      await this.#commit(queue, entry, { signal, body })
      queue.activity.recordGet(entry)
      return body
    } catch (error) {
      if (!isRead && isDamage(error)) throw this.#setAside(queue, entry, error)
      queue.unlock(entry)
      throw signal?.aborted ? signal.reason : toMqError(error)
    }
  }

  /** Adds a locked message to a unit of work. When this rejects, it is unlocked or, when damaged, set aside. */
  async get(queue: Queue, entry: QueuedMessage, unitOfWork: MessageUnitOfWork): Promise<Buffer> {
    let isRead = false
    try {
      const body = await this.#load(queue, entry)
      isRead = true
      unitOfWork.addGet({ queue, entry })
      if (entry.persistent) {
        // Units of work may lock many messages for a long time; a backout reads the body again.
        this.#deps.recent.remove(entry)
        entry.body = undefined
      }
      queue.activity.recordGet(entry)
      return body
    } catch (error) {
      if (!isRead && isDamage(error)) throw this.#setAside(queue, entry, error)
      queue.unlock(entry)
      throw toMqError(error)
    }
  }

  /** Removes a locked message without returning it. Rejects when the commit fails, and unlocks the message. */
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

  /** Returns the body of a browsed message, or a promise of it; undefined when a get has removed it. */
  read(queue: Queue, entry: QueuedMessage): Buffer | undefined | Promise<Buffer | undefined> {
    return !entry.persistent || entry.body ? entry.body : this.#readStored(queue, entry)
  }

  async #readStored(queue: Queue, entry: QueuedMessage): Promise<Buffer | undefined> {
    const { store, bodies, recent } = this.#deps
    try {
      if (entry.bodyFile) return await bodies.read(entry.bodyFile)
      const body = await this.#body(queue, entry)
      recent.add(entry, body)
      return body
    } catch (error) {
      // The file is removed after the row, so a concurrent get may have removed both.
      if (!store.messages.find(queue.id, entry.sequence)) return undefined
      const held = isDamage(error) ? queue.messages.lockStored(entry) : undefined
      throw held ? this.#setAside(queue, held, error as MessageStoreError) : toMqError(error)
    }
  }

  #setAside(queue: Queue, entry: QueuedMessage, fault: MessageStoreError): Error {
    queue.messages.setAsideDamaged(entry)
    this.#deps.reportDamage(queue, entry, fault)
    const text = `message ${entry.messageId.toString('hex')} of ${queue.name} is damaged: ${fault.message}`
    return mqError('MQRC_OBJECT_DAMAGED', text, { object: queue.name, cause: fault })
  }

  /**
   * Commits a removal. Rejects when the commit fails or `signal` aborts; the message is then on disk. When the
   * abort comes during the commit, the message is added again with a second commit.
   */
  #commit(
    queue: Queue,
    entry: QueuedMessage,
    aborting?: { readonly signal: AbortSignal | undefined; readonly body: Buffer },
  ): Promise<void> {
    const { group, bodies, recent } = this.#deps
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
              finish() // the message is lost, as it would be if the application had ended after receiving it
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

  #load(queue: Queue, entry: QueuedMessage): Buffer | Promise<Buffer> {
    if (entry.body) return entry.body
    return entry.bodyFile ? this.#deps.bodies.read(entry.bodyFile) : this.#body(queue, entry)
  }

  #body({ messages }: Queue, entry: QueuedMessage): Buffer | Promise<Buffer> {
    const { sequence, damage } = entry
    if (damage !== undefined) throw new MessageStoreError('damaged', damage)
    const body = this.#deps.store.messages.body(sequence, () => messages.storedAfter(entry))
    return body instanceof Promise ? body.then((read) => requireBody(read, sequence)) : requireBody(body, sequence)
  }
}

function requireBody(body: Buffer | undefined, sequence: number): Buffer {
  if (!body) throw new MessageStoreError('damaged', `message ${sequence} has no body`)
  return body
}

/** Returns the change that restores a removed message in its previous position. */
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
