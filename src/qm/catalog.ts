/**
 * The objects of a running queue manager, in memory as they are on disk.
 *
 * A change is committed before the call returns, so a verb that looks first and saves then cannot be overtaken.
 */
import type { GroupCommit } from './queues/group-commit.ts'
import type { ObjectKind, ObjectRecord, Objects } from './runtime.ts'
import type { KeptRecord, StoredObject } from './store/store.ts'
import { asMqError } from './store-errors.ts'

/** The live side of a kind of object: follows what happens to the records. */
export interface Follower {
  /** Completes or refuses a record before it is kept. */
  prepare?(record: ObjectRecord): ObjectRecord
  saved?(object: { id: number; record: ObjectRecord }): void
  removed?(record: ObjectRecord): void
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
    return this.saveNow(record)
  }

  async remove(kind: ObjectKind, name: string): Promise<void> {
    this.removeNow(kind, name)
  }

  /** As `save`, for those who are in the middle of something. */
  saveNow(record: ObjectRecord): ObjectRecord {
    const follower = this.#follower(record.kind)
    const complete = follower?.prepare?.(record) ?? record
    const kept = Object.freeze({ ...complete, attributes: Object.freeze({ ...complete.attributes }) })
    const id = this.keep(kept)
    follower?.saved?.({ id, record: kept })
    return kept
  }

  removeNow(kind: ObjectKind, name: string): void {
    const record = this.find(kind, name)
    if (!record) return
    this.drop(kind, name)
    this.#follower(kind)?.removed?.(record)
  }

  /** Commits a record, under its own number or a fresh one; answers the number. */
  keep(record: KeptRecord, fresh = false): number {
    const known = fresh ? undefined : this.#kinds.get(record.kind)?.get(record.name)
    const object = { id: known?.id ?? ++this.#lastId, record }
    this.#commit(() => this.#group.now([{ type: 'saveObject', object }]))
    this.#remember(object)
    return object.id
  }

  drop(kind: KeptRecord['kind'], name: string): boolean {
    const object = this.#kinds.get(kind)?.get(name)
    if (!object) return false
    this.#commit(() => this.#group.now([{ type: 'removeObject', id: object.id }]))
    this.#kinds.get(kind)?.delete(name)
    this.#sorted.delete(kind)
    return true
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

  #commit(work: () => void): void {
    try {
      work()
    } catch (error) {
      throw asMqError(error)
    }
  }
}
