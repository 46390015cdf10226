/**
 * The objects of a running queue manager.
 *
 * A change is in memory at once, so that a verb that looks first and saves then cannot be overtaken, and so are the live
 * things behind the object. When its commit fails, both are put back, together with everything that was changed since.
 */
import type { GroupCommit } from '../store/group-commit.ts'
import type { StoreChange, StoredObject, StoredRecord } from '../store/message-store.ts'
import { toMqError } from '../store/to-mq-error.ts'
import type { ObjectKind, ObjectRecord, ObjectService } from '../types/services.ts'

/** What follows the commit of a change that memory shows already. */
export interface CommitCallbacks {
  committed?(): void
  /** The commit failed: puts back what was before. */
  rolledBack?(): void
}

/** The live side of a kind of object: follows what happens to the records. */
export interface ObjectChangeHandler {
  /** Completes or refuses a record before it is kept. */
  prepare?(record: ObjectRecord): ObjectRecord
  saved?(
    object: { id: number; record: ObjectRecord },
    before: ObjectRecord | undefined,
  ): CommitCallbacks | undefined
  removed?(record: ObjectRecord): CommitCallbacks | undefined
}

/** A change in memory, and the promise of its commit, which rejects with an `MqError`. It may be left unhandled. */
export interface PendingChange<T> {
  readonly value: T
  readonly committed: Promise<void>
}

export class ObjectCatalog implements ObjectService {
  readonly #group: GroupCommit
  readonly #follower: (kind: ObjectKind) => ObjectChangeHandler | undefined
  readonly #kinds = new Map<StoredRecord['kind'], Map<string, StoredObject>>()
  /** By name, until one of the kind changes. */
  readonly #sorted = new Map<StoredRecord['kind'], readonly StoredObject[]>()
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

  /** As `find`, for every kind of record. */
  findRecord(kind: StoredRecord['kind'], name: string): StoredRecord | undefined {
    return this.#kinds.get(kind)?.get(name)?.record
  }

  /** Everything of a kind as it is kept, by name. */
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

  /** As `save`: memory shows the record when the call returns. */
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

  /** As `remove`: memory no longer shows the object when the call returns. */
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

  /** Keeps a record under its own number, or under a fresh one. */
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

  /** Removes a record, if there is one. */
  removeRecord(
    kind: StoredRecord['kind'],
    name: string,
    outcome: CommitCallbacks = {},
  ): PendingChange<boolean> {
    const object = this.#kinds.get(kind)?.get(name)
    if (!object) return { value: false, committed: Promise.resolve() }
    this.#forget(object.record)
    const committed = this.#commit({ type: 'removeObject', id: object.id }, outcome, () =>
      this.#remember(object),
    )
    return { value: true, committed }
  }

  #remember(object: StoredObject): void {
    const { kind, name } = object.record
    this.#sorted.delete(kind)
    let objects = this.#kinds.get(kind)
    if (!objects) {
      objects = new Map()
      this.#kinds.set(kind, objects)
    }
    objects.set(name, object)
    this.#lastId = Math.max(this.#lastId, object.id)
  }

  #forget({ kind, name }: StoredRecord): void {
    this.#kinds.get(kind)?.delete(name)
    this.#sorted.delete(kind)
  }

  #commit(change: StoreChange, outcome: CommitCallbacks, restore: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => undefined) // a caller that does not wait for it has nothing to say about a failure
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
