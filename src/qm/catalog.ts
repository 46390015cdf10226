/**
 * The objects of a running queue manager.
 *
 * A change is in memory at once, so that a verb that looks first and saves then cannot be overtaken, and so are the live
 * things behind the object. When its commit fails, both are put back, together with everything that was changed since.
 */
import type { GroupCommit } from './queues/group-commit.ts'
import type { ObjectKind, ObjectRecord, Objects } from './runtime.ts'
import type { Change, KeptRecord, StoredObject } from './store/store.ts'
import { asMqError } from './store-errors.ts'

/** What follows the commit of a change that memory shows already. */
export interface Outcome {
  committed?(): void
  /** The commit failed: puts back what was before. */
  undone?(): void
}

/** The live side of a kind of object: follows what happens to the records. */
export interface Follower {
  /** Completes or refuses a record before it is kept. */
  prepare?(record: ObjectRecord): ObjectRecord
  saved?(object: { id: number; record: ObjectRecord }, before: ObjectRecord | undefined): Outcome | undefined
  removed?(record: ObjectRecord): Outcome | undefined
}

/** A change in memory, and the promise of its commit, which rejects with an `MqError`. It may be left unhandled. */
export interface Kept<T> {
  readonly kept: T
  readonly committed: Promise<void>
}

export class Catalog implements Objects {
  readonly #group: GroupCommit
  readonly #follower: (kind: ObjectKind) => Follower | undefined
  readonly #kinds = new Map<KeptRecord['kind'], Map<string, StoredObject>>()
  /** By name, until one of the kind changes. */
  readonly #sorted = new Map<KeptRecord['kind'], readonly StoredObject[]>()
  #lastId = 0

  constructor(
    group: GroupCommit,
    objects: readonly StoredObject[],
    follower: (kind: ObjectKind) => Follower | undefined,
  ) {
    this.#group = group
    this.#follower = follower
    for (const object of objects) this.#remember(object)
  }

  find(kind: ObjectKind, name: string): ObjectRecord | undefined {
    return this.get(kind, name) as ObjectRecord | undefined
  }

  list(kind: ObjectKind): readonly ObjectRecord[] {
    return this.kept(kind).map(({ record }) => record as ObjectRecord)
  }

  /** As `find`, for every kind of record. */
  get(kind: KeptRecord['kind'], name: string): KeptRecord | undefined {
    return this.#kinds.get(kind)?.get(name)?.record
  }

  /** Everything of a kind as it is kept, by name. */
  kept(kind: KeptRecord['kind']): readonly StoredObject[] {
    const known = this.#sorted.get(kind)
    if (known) return known
    const objects = [...(this.#kinds.get(kind)?.values() ?? [])]
    objects.sort((a, b) => (a.record.name < b.record.name ? -1 : 1))
    this.#sorted.set(kind, objects)
    return objects
  }

  async save(record: ObjectRecord): Promise<ObjectRecord> {
    const { kept, committed } = this.saveNow(record)
    await committed
    return kept
  }

  async remove(kind: ObjectKind, name: string): Promise<void> {
    await this.removeNow(kind, name)
  }

  /** As `save`: memory shows the record when the call returns. */
  saveNow(record: ObjectRecord): Kept<ObjectRecord> {
    const follower = this.#follower(record.kind)
    const complete = follower?.prepare?.(record) ?? record
    const frozen = Object.freeze({ ...complete, attributes: Object.freeze({ ...complete.attributes }) })
    const before = this.find(record.kind, record.name)
    let outcome: Outcome | undefined
    const { kept: id, committed } = this.keep(frozen, {
      committed: () => outcome?.committed?.(),
      undone: () => outcome?.undone?.(),
    })
    outcome = follower?.saved?.({ id, record: frozen }, before)
    return { kept: frozen, committed }
  }

  /** As `remove`: memory no longer shows the object when the call returns. */
  removeNow(kind: ObjectKind, name: string): Promise<void> {
    const record = this.find(kind, name)
    if (!record) return Promise.resolve()
    let outcome: Outcome | undefined
    const { committed } = this.drop(kind, name, {
      committed: () => outcome?.committed?.(),
      undone: () => outcome?.undone?.(),
    })
    outcome = this.#follower(kind)?.removed?.(record)
    return committed
  }

  /** Keeps a record under its own number, or under a fresh one. */
  keep(record: KeptRecord, { fresh = false, ...outcome }: Outcome & { fresh?: boolean } = {}): Kept<number> {
    const before = this.#kinds.get(record.kind)?.get(record.name)
    const known = fresh ? undefined : before
    const object = { id: known?.id ?? ++this.#lastId, record }
    this.#remember(object)
    const committed = this.#commit({ type: 'saveObject', object }, outcome, () => {
      if (before) this.#remember(before)
      else this.#forget(record)
    })
    return { kept: object.id, committed }
  }

  /** Removes a record, if there is one. */
  drop(kind: KeptRecord['kind'], name: string, outcome: Outcome = {}): Kept<boolean> {
    const object = this.#kinds.get(kind)?.get(name)
    if (!object) return { kept: false, committed: Promise.resolve() }
    this.#forget(object.record)
    const committed = this.#commit({ type: 'removeObject', id: object.id }, outcome, () =>
      this.#remember(object),
    )
    return { kept: true, committed }
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

  #forget({ kind, name }: KeptRecord): void {
    this.#kinds.get(kind)?.delete(name)
    this.#sorted.delete(kind)
  }

  #commit(change: Change, outcome: Outcome, restore: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    promise.catch(() => undefined) // a caller that does not wait for it has nothing to say about a failure
    this.#group.add({
      changes: [change],
      isShown: true,
      committed() {
        outcome.committed?.()
        resolve()
      },
      failed(error) {
        restore()
        outcome.undone?.()
        reject(asMqError(error))
      },
    })
    return promise
  }
}
