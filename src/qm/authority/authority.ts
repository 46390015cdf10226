/**
 * The object authority manager: who may do what with which objects.
 *
 * For each entity its most specific matching record decides; a principal has what it and its groups have, taken together.
 * Everyone is in the group `nobody`. Privileged principals pass every check.
 */
import type { Catalog } from '../catalog.ts'
import { mqError } from '../reasons.ts'
import type { Authority, AuthorityObject, AuthorityRecord, Entity } from '../runtime.ts'
import type { KeptRecord } from '../store/store.ts'
import type { Principal } from '../types.ts'
import { expand, inOrder } from './authorities.ts'
import { bySpecificity, profileMatches } from './profiles.ts'

/** The only profile of a queue manager's own records. */
const self = 'SELF'
/** The profile that carries the right to create objects of a type. */
const objectClass = '@class'
const everyone: Entity = { type: 'GROUP', name: 'nobody' }
const remembered = 10_000

/** Maps in maps: a key that is put together would be hashed anew for each check. */
type Findings = Map<string, Map<string, Map<string, Map<string, ReadonlySet<string>>>>>

type Kept = Pick<Catalog, 'get' | 'kept' | 'keep' | 'drop'>

export class AuthorityManager implements Authority {
  readonly #catalog: Kept
  readonly #clock: () => number
  /** The records of an entity for a type of object, the most specific first. */
  #byEntity = new Map<string, AuthorityRecord[]>()
  /** What was found out since the last change: by the name of an object, below that of an entity, below both types. */
  #known: Findings = new Map()
  #count = 0

  constructor(catalog: Kept, clock: () => number) {
    this.#catalog = catalog
    this.#clock = clock
    this.#index()
  }

  allows(principal: Principal, objectType: AuthorityObject, name: string, authority: string): boolean {
    if (principal.privileged) return true
    const object = authority === 'CRT' ? objectClass : name
    if (this.#has({ type: 'PRINCIPAL', name: principal.name }, objectType, object, authority)) return true
    if (this.#has(everyone, objectType, object, authority)) return true
    return principal.groups.some((group) =>
      this.#has({ type: 'GROUP', name: group }, objectType, object, authority),
    )
  }

  effective(entity: Entity, objectType: AuthorityObject, name: string): readonly string[] {
    return inOrder(this.#effective(entity, objectType, name))
  }

  list(): readonly AuthorityRecord[] {
    return this.#catalog.kept('authrec').map(({ record }) => {
      const { PROFILE, OBJTYPE, ENTTYPE, ENTITY, AUTHLIST } = record.attributes
      return {
        profile: PROFILE as string,
        objectType: OBJTYPE as AuthorityObject,
        entity: { type: ENTTYPE as Entity['type'], name: ENTITY as string },
        authorities: AUTHLIST as readonly string[],
      }
    })
  }

  async set(change: {
    profile: string
    objectType: AuthorityObject
    entity: Entity
    add: readonly string[]
    remove: readonly string[]
  }): Promise<void> {
    const { objectType, entity } = change
    const profile = objectType === 'QMGR' ? self : change.profile
    checkProfile(profile)
    const add = expandAll(objectType, change.add)
    const remove = expandAll(objectType, change.remove)

    const name = keyOf(profile, objectType, entity)
    const known = this.#catalog.get('authrec', name)
    const authorities = new Set((known?.attributes.AUTHLIST as readonly string[] | undefined) ?? [])
    for (const authority of add) authorities.add(authority)
    for (const authority of remove) authorities.delete(authority)

    const now = this.#clock()
    const record: KeptRecord = {
      kind: 'authrec',
      name,
      type: objectType,
      attributes: {
        ...{ PROFILE: profile, OBJTYPE: objectType, ENTTYPE: entity.type, ENTITY: entity.name },
        AUTHLIST: inOrder(authorities),
      },
      created: known?.created ?? now,
      altered: now,
    }
    const { committed } = this.#catalog.keep(record, { undone: () => this.#index() })
    this.#index()
    await committed
  }

  async remove(profile: string, objectType: AuthorityObject, entity: Entity): Promise<boolean> {
    const name = keyOf(objectType === 'QMGR' ? self : profile, objectType, entity)
    const { kept, committed } = this.#catalog.drop('authrec', name, { undone: () => this.#index() })
    this.#index()
    await committed
    return kept
  }

  #has(entity: Entity, objectType: AuthorityObject, name: string, authority: string): boolean {
    return this.#effective(entity, objectType, name).has(authority)
  }

  #effective(entity: Entity, objectType: AuthorityObject, name: string): ReadonlySet<string> {
    const object = objectType === 'QMGR' ? self : name
    const known = this.#known.get(objectType)?.get(entity.type)?.get(entity.name)?.get(object)
    if (known) return known

    const records = this.#byEntity.get(entityKey(objectType, entity))
    const record = records?.find(({ profile }) => profileMatches(profile, object))
    const found = new Set(record?.authorities)
    if (this.#count >= remembered) this.#forget()
    this.#count++
    const types = within(this.#known, objectType)
    within(within(types, entity.type), entity.name).set(object, found)
    return found
  }

  #forget(): void {
    this.#known = new Map()
    this.#count = 0
  }

  #index(): void {
    this.#forget()
    this.#byEntity = Map.groupBy(this.list(), ({ objectType, entity }) => entityKey(objectType, entity))
    for (const records of this.#byEntity.values()) records.sort((a, b) => bySpecificity(a.profile, b.profile))
  }
}

function within<T>(maps: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let found = maps.get(key)
  if (!found) {
    found = new Map()
    maps.set(key, found)
  }
  return found
}

function expandAll(objectType: AuthorityObject, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const authorities = expand(objectType, word)
    if (authorities) return authorities
    throw mqError('MQRCCF_ATTR_VALUE_ERROR', `${word} is no authority of ${objectType}`, { object: word })
  })
}

function checkProfile(profile: string): void {
  const several = profile.split('.').filter((qualifier) => qualifier.includes('**'))
  if (several.length === 0 || (several.length === 1 && several[0] === '**')) return
  const text = `profile ${profile}: ** must be a whole qualifier, and there can be one`
  throw mqError('MQRCCF_ATTR_VALUE_ERROR', text, { object: profile })
}

function keyOf(profile: string, objectType: AuthorityObject, entity: Entity): string {
  return `${objectType} ${profile} ${entity.type} ${entity.name}`
}

function entityKey(objectType: AuthorityObject, { type, name }: Entity): string {
  return `${objectType} ${type} ${name}`
}
