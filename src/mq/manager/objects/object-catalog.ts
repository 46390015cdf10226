/**
 * Holds the objects and internal records of a running queue manager in memory and commits each change to the
 * message store.
 *
 * A change is visible in memory at once, together with its effects on queues, subscriptions and topics, so that a
 * command that checks first and saves afterwards sees no change in between. When the commit of a change fails,
 * the catalog rolls back this change and every later change that waits for its commit.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { GroupCommit } from '../store/group-commit.ts'
import { type StoreChange, type StoredObject, type StoredRecord, toMqError } from '../store/message-store.ts'
import type { ObjectKind, ObjectRecord, ObjectService } from '../types/services.ts'

/** Callbacks for the commit of a change that is already visible in memory. */
export interface CommitCallbacks {
  committed?(): void
  /** Restores the previous state in memory after the commit has failed. */
  rolledBack?(): void
}

/** Applies changes of objects to what runs behind them, such as the local queue of a queue object. */
export interface ObjectChangeHandler {
  /** Returns the record with derived attributes. Throws an `MqError` when the record is not allowed. */
  prepare?(record: ObjectRecord): ObjectRecord
  saved?(object: { id: number; record: ObjectRecord }, before: ObjectRecord | undefined): CommitCallbacks | undefined
  removed?(record: ObjectRecord): CommitCallbacks | undefined
}

/** A change that memory shows before its commit. `committed` rejects with an `MqError`; a caller may ignore it. */
export type PendingChange<T> = { readonly value: T; readonly committed: Promise<void> }

export class ObjectCatalog implements ObjectService {
  readonly #group: GroupCommit
  readonly #follower: (kind: ObjectKind) => ObjectChangeHandler | undefined
  readonly #kinds = new Map<StoredRecord['kind'], Map<string, StoredObject>>()
  /** Caches the objects of a kind, sorted by name, until an object of this kind changes. */
  readonly #sorted = new Map<StoredRecord['kind'], readonly StoredObject[]>()
  readonly #revisions = new Map<StoredRecord['kind'], number>()
  #lastId = 0

  constructor(
    group: GroupCommit,
    objects: readonly StoredObject[],
    follower: (kind: ObjectKind) => ObjectChangeHandler | undefined,
  ) {
    this.#group = group
    this.#follower = follower
    for (const object of objects) this.#remember(object)
  }

  find(kind: ObjectKind, name: string): ObjectRecord | undefined {
    return this.findRecord(kind, name) as ObjectRecord | undefined
  }

  list(kind: ObjectKind): readonly ObjectRecord[] {
    return this.listStored(kind).map(({ record }) => record as ObjectRecord)
  }

  revision(kind: StoredRecord['kind']): number {
    return this.#revisions.get(kind) ?? 0
  }

  /** Returns the object or internal record with this name, or undefined. */
  findRecord(kind: StoredRecord['kind'], name: string): StoredRecord | undefined {
    return this.#kinds.get(kind)?.get(name)?.record
  }

  /** Returns every stored object of a kind with its storage id, sorted by name. */
  listStored(kind: StoredRecord['kind']): readonly StoredObject[] {
    const known = this.#sorted.get(kind)
    if (known) return known
    const objects = [...(this.#kinds.get(kind)?.values() ?? [])]
    objects.sort((a, b) => (a.record.name < b.record.name ? -1 : 1))
    this.#sorted.set(kind, objects)
    return objects
  }

  async save(record: ObjectRecord): Promise<ObjectRecord> {
    const { value: kept, committed } = this.saveNow(record)
    await committed
    return kept
  }

  async remove(kind: ObjectKind, name: string): Promise<void> {
    await this.removeNow(kind, name)
  }

  /** Saves a record like `save`, but returns before the commit. The change is visible in memory on return. */
  saveNow(record: ObjectRecord): PendingChange<ObjectRecord> {
    const follower = this.#follower(record.kind)
    const complete = follower?.prepare?.(record) ?? record
    const frozen = Object.freeze({ ...complete, attributes: Object.freeze({ ...complete.attributes }) })
    const before = this.find(record.kind, record.name)
    let outcome: CommitCallbacks | undefined
    const { value: id, committed } = this.saveRecord(frozen, {
      committed: () => outcome?.committed?.(),
      rolledBack: () => outcome?.rolledBack?.(),
    })
    outcome = follower?.saved?.({ id, record: frozen }, before)
    return { value: frozen, committed }
  }

  /** Removes an object like `remove`, at once in memory. The promise settles after the commit. */
  removeNow(kind: ObjectKind, name: string): Promise<void> {
    const record = this.find(kind, name)
    if (!record) return Promise.resolve()
    let outcome: CommitCallbacks | undefined
    const { committed } = this.removeRecord(kind, name, {
      committed: () => outcome?.committed?.(),
      rolledBack: () => outcome?.rolledBack?.(),
    })
    outcome = this.#follower(kind)?.removed?.(record)
    return committed
  }

  /** Saves a record under its storage id, or under a new id when `fresh` or new. Returns the id. */
  saveRecord(
    record: StoredRecord,
    { fresh = false, ...outcome }: CommitCallbacks & { fresh?: boolean } = {},
  ): PendingChange<number> {
    const before = this.#kinds.get(record.kind)?.get(record.name)
    const known = fresh ? undefined : before
    const object = { id: known?.id ?? ++this.#lastId, record }
    this.#remember(object)
    const committed = this.#commit({ type: 'saveObject', object }, outcome, () => {
      if (before) this.#remember(before)
      else this.#forget(record)
    })
    return { value: object.id, committed }
  }

  /** Returns the change that saves a record within another commit, and the function that shows it afterwards. */
  prepareRecord(record: StoredRecord): { readonly change: StoreChange; apply(): void } {
    const known = this.#kinds.get(record.kind)?.get(record.name)
    const object = { id: known?.id ?? ++this.#lastId, record }
    return { change: { type: 'saveObject', object }, apply: () => this.#remember(object) }
  }

  /** Removes a record. The value of the result is false when no record has this name. */
  removeRecord(kind: StoredRecord['kind'], name: string, outcome: CommitCallbacks = {}): PendingChange<boolean> {
    const object = this.#kinds.get(kind)?.get(name)
    if (!object) return { value: false, committed: Promise.resolve() }
    this.#forget(object.record)
    const committed = this.#commit({ type: 'removeObject', id: object.id }, outcome, () => this.#remember(object))
    return { value: true, committed }
  }

  #remember(object: StoredObject): void {
    const { kind, name } = object.record
    this.#recordChange(kind)
    const objects = getOrCreate(this.#kinds, kind, () => new Map())
    objects.set(name, object)
    this.#lastId = Math.max(this.#lastId, object.id)
  }

  #forget({ kind, name }: StoredRecord): void {
    this.#kinds.get(kind)?.delete(name)
    this.#recordChange(kind)
  }

  #recordChange(kind: StoredRecord['kind']): void {
    this.#sorted.delete(kind)
    this.#revisions.set(kind, this.revision(kind) + 1)
  }

  #commit(change: StoreChange, outcome: CommitCallbacks, restore: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => undefined) // callers that do not await the commit must not cause an unhandled rejection
    this.#group.add({
      changes: [change],
      isVisible: true,
      committed() {
        outcome.committed?.()
        resolve()
      },
      failed(error) {
        restore()
        outcome.rolledBack?.()
        reject(toMqError(error))
      },
    })
    return promise
  }
}
