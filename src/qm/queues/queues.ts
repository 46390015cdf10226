/** The local queues of a running queue manager: opened with it, made and deleted with their objects. */

import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Follower, Outcome } from '../catalog.ts'
import type { DepthEvent } from '../events/events.ts'
import type { ObjectRecord, Queues } from '../runtime.ts'
import type { Store, StoredLanes, StoredObject } from '../store/store.ts'
import type { Entry } from './entry.ts'
import type { GroupCommit } from './group-commit.ts'
import type { MessageIds } from './message-ids.ts'
import { Queue } from './queue.ts'
import { StoredSource } from './stored-source.ts'
import { Sweeper } from './sweeper.ts'

export interface QueueTools {
  readonly store: Store
  readonly group: GroupCommit
  readonly ids: MessageIds
  readonly clock: Clock
  readonly log: Log
  expires(queue: Queue, entry: Entry): void
  triggers(queue: Queue, priority: number): void
  depthEvent(queue: Queue, event: DepthEvent): boolean
  /** Gives a queue another number; the promise resolves when that is on disk. `undone` runs when it cannot be. */
  renumber(name: string, undone: () => void): { id: number; committed: Promise<void> }
}

export class LocalQueues implements Queues {
  readonly follower: Follower = {
    saved: ({ id, record }, before) => this.#saved(id, record, before),
    removed: (record) => this.#removed(record),
  }
  readonly #tools: QueueTools
  readonly #sweeper: Sweeper
  readonly #queues = new Map<string, Queue>()
  readonly #byId = new Map<number, Queue>()

  constructor(tools: QueueTools, objects: readonly StoredObject[]) {
    this.#tools = tools
    this.#sweeper = new Sweeper(tools.store, tools.group)
    const left = tools.store.messages.takeLanes()
    for (const { id, record } of objects) {
      if (record.type !== 'QLOCAL') continue
      this.#add(id, record as ObjectRecord, left.get(id))
      left.delete(id)
    }
    // Of queues that are no more.
    for (const [id, lanes] of left)
      this.#sweep(
        id,
        [...lanes.values()].flatMap(({ sequences }) => sequences),
      )
  }

  byId(id: number): Queue | undefined {
    return this.#byId.get(id)
  }

  find(name: string): Queue | undefined {
    return this.#queues.get(name)
  }

  all(): Iterable<Queue> {
    return this.#queues.values()
  }

  close(): void {
    this.#sweeper.close()
  }

  #saved(id: number, record: ObjectRecord, before: ObjectRecord | undefined): Outcome | undefined {
    if (record.type !== 'QLOCAL') return undefined
    const queue = this.#queues.get(record.name)
    if (!queue) {
      const added = this.#add(id, record)
      return { undone: () => void this.#withdraw(added) }
    }
    queue.configure(record)
    return { undone: () => before && queue.configure(before) }
  }

  #removed(record: ObjectRecord): Outcome | undefined {
    const queue = this.#queues.get(record.name)
    if (!queue) return undefined
    const restore = this.#withdraw(queue)
    return {
      committed: () => this.#sweep(queue.id, queue.stored()),
      undone: restore,
    }
  }

  /** Takes a queue out of use. The result puts it back. */
  #withdraw(queue: Queue): () => void {
    this.#queues.delete(queue.name)
    this.#byId.delete(queue.id)
    const restore = queue.delete()
    return () => {
      restore()
      this.#insert(queue)
    }
  }

  #insert(queue: Queue): void {
    this.#queues.set(queue.name, queue)
    this.#byId.set(queue.id, queue)
  }

  #add(id: number, record: ObjectRecord, lanes?: StoredLanes): Queue {
    const { store, ids, clock, expires, triggers, depthEvent } = this.#tools
    const stored = new StoredSource(id, store.messages, ids, lanes)
    const queue = new Queue(id, record, stored, {
      clock,
      expires,
      triggers,
      depthEvent,
      clear: (each) => this.#clear(each),
    })
    this.#insert(queue)
    return queue
  }

  /** Clears a queue of any depth in one commit: the queue gets another number, and the messages of the old one are swept. */
  async #clear(queue: Queue): Promise<void> {
    const { store, ids, renumber } = this.#tools
    const old = queue.id
    const sequences = queue.stored()
    let restore = () => {}
    const { id, committed } = renumber(queue.name, () => restore())
    const bringBack = queue.empty(id, new StoredSource(id, store.messages, ids))
    this.#byId.delete(old)
    this.#byId.set(id, queue)
    restore = () => {
      bringBack()
      this.#byId.delete(id)
      this.#byId.set(old, queue)
    }
    await committed
    this.#sweep(old, sequences)
  }

  #sweep(id: number, sequences: readonly number[]): void {
    this.#sweeper.sweep(id, sequences).catch((error: unknown) => {
      this.#tools.log.warn({ error }, 'messages of a queue that is gone could not be removed yet')
    })
  }
}
