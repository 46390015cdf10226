/** The local queues of a running queue manager. Changes of queue objects create, change and remove them. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { MessageIdGenerator } from '../messages/message-id-generator.ts'
import { hasExpired, type QueuedMessage } from '../messages/queued-message.ts'
import { StoredMessageSource } from '../messages/stored-message-source.ts'
import type { CommitCallbacks, ObjectChangeHandler } from '../objects/object-catalog.ts'
import type { GroupCommit } from '../store/group-commit.ts'
import type { LaneSnapshots, MessageStore, StoredObject } from '../store/message-store.ts'
import type { ObjectRecord, QueueService } from '../types/services.ts'
import { MessageCleanup } from './message-cleanup.ts'
import { Queue } from './queue.ts'
import type { QueueChangeCount, QueueDeps } from './queue-deps.ts'

export interface LocalQueuesDeps extends Pick<QueueDeps, 'clock' | 'trackExpiry' | 'triggerApplication'> {
  readonly store: MessageStore
  readonly group: GroupCommit
  readonly ids: MessageIdGenerator
  readonly log: Log
  /** Gives a queue a new storage id. `committed` resolves when it is on disk; `undone` runs when that fails. */
  renumber(name: string, undone: () => void): { id: number; committed: Promise<void> }
}

export class LocalQueues implements QueueService {
  readonly changeHandler: ObjectChangeHandler = {
    saved: ({ id, record }, before) => this.#saved(id, record, before),
    removed: (record) => this.#removed(record),
  }
  readonly #deps: LocalQueuesDeps
  readonly #sweeper: MessageCleanup
  readonly #queues = new Map<string, Queue>()
  readonly #byId = new Map<number, Queue>()
  readonly #changes: QueueChangeCount = { value: 0 }

  constructor(deps: LocalQueuesDeps, objects: readonly StoredObject[]) {
    this.#deps = deps
    this.#sweeper = new MessageCleanup(deps.store, deps.group)
    const left = deps.store.messages.takeLaneSnapshots()
    for (const { id, record } of objects) {
      if (record.type !== 'QLOCAL') continue
      this.#add(id, record as ObjectRecord, left.get(id))
      left.delete(id)
    }
    // Messages of queues that no longer exist.
    for (const [id, lanes] of left)
      this.#sweep(
        id,
        [...lanes.values()].flatMap(({ sequences }) => sequences),
      )
  }

  findById(id: number): Queue | undefined {
    return this.#byId.get(id)
  }

  find(name: string): Queue | undefined {
    return this.#queues.get(name)
  }

  get revision(): number {
    return this.#changes.value
  }

  all(): Iterable<Queue> {
    return this.#queues.values()
  }

  close(): void {
    this.#sweeper.close()
  }

  #saved(id: number, record: ObjectRecord, before: ObjectRecord | undefined): CommitCallbacks | undefined {
    if (record.type !== 'QLOCAL') return undefined
    const queue = this.#queues.get(record.name)
    if (!queue) {
      const added = this.#add(id, record)
      return { rolledBack: () => void this.#withdraw(added) }
    }
    queue.configure(record)
    return { rolledBack: () => before && queue.configure(before) }
  }

  #removed(record: ObjectRecord): CommitCallbacks | undefined {
    const queue = this.#queues.get(record.name)
    if (!queue) return undefined
    const restore = this.#withdraw(queue)
    return { committed: () => this.#sweep(queue.id, queue.messages.listStoredSequences()), rolledBack: restore }
  }

  /** Removes a queue from use. The returned function adds it again. */
  #withdraw(queue: Queue): () => void {
    this.#queues.delete(queue.name)
    this.#byId.delete(queue.id)
    const restore = queue.markDeleted()
    return () => {
      restore()
      this.#insert(queue)
    }
  }

  #insert(queue: Queue): void {
    this.#queues.set(queue.name, queue)
    this.#byId.set(queue.id, queue)
  }

  #add(id: number, record: ObjectRecord, lanes?: LaneSnapshots): Queue {
    const { store, ids, clock, trackExpiry, triggerApplication } = this.#deps
    const stored = new StoredMessageSource(id, store.messages, ids, lanes)
    const queue = new Queue(id, record, stored, {
      clock,
      trackExpiry,
      triggerApplication,
      changes: this.#changes,
      clear: (each) => this.#clear(each),
    })
    this.#insert(queue)
    return queue
  }

  /** Clears a queue in one commit: it gets a new storage id, and the messages of the old one are removed later. */
  async #clear(queue: Queue): Promise<void> {
    const { store, ids, renumber } = this.#deps
    const old = queue.id
    const sequences = queue.messages.listStoredSequences()
    let restore = () => {}
    const { id, committed } = renumber(queue.name, () => restore())
    const bringBack = queue.replaceMessages(id, new StoredMessageSource(id, store.messages, ids))
    this.#byId.delete(old)
    this.#byId.set(id, queue)
    restore = () => {
      this.#byId.delete(id)
      this.#byId.set(old, queue)
      bringBack()
    }
    await committed
    this.#sweep(old, sequences)
  }

  #sweep(id: number, sequences: readonly number[]): void {
    this.#sweeper.removeMessages(id, sequences).catch((error: unknown) => {
      this.#deps.log.warn({ error }, 'messages of a queue that is gone could not be removed yet')
    })
  }
}

/** Writes the messages to the store. Rejects with a `MessageStoreError` when none could be written. */
export async function preserveMessages(store: MessageStore, queues: LocalQueues): Promise<void> {
  const parked = [...queues.all()].flatMap((queue) =>
    queue.listPreservable().map((entry) => ({ queue: queue.id, message: entry, body: entry.body as Buffer })),
  )
  if (parked.length > 0) await store.preserve(parked)
}

/** Puts the preserved messages back. The store has deleted them before, so that none is delivered twice. */
export function restorePreservedMessages(
  store: MessageStore,
  queues: LocalQueues,
  now: number,
  idOf: (sequence: number) => Buffer,
): void {
  for (const { queue: id, message, body } of store.takePreserved()) {
    const queue = queues.findById(id)
    if (!queue || hasExpired(message, now)) continue
    const messageId = message.foreignId ?? idOf(message.sequence)
    const entry: QueuedMessage = { ...message, messageId, persistent: false, body, state: 'available' }
    queue.addPreserved(entry)
  }
}
