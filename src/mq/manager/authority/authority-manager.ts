/**
 * The object authority manager, which decides which principal may do what with which object.
 *
 * For each entity, the most specific matching record applies. A principal has the authorities of its own record
 * and of the records of its groups, including the group `nobody`, which contains everyone. Privileged principals
 * pass every check.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { ObjectCatalog } from '../objects/object-catalog.ts'
import type { StoredRecord } from '../store/message-store.ts'
import type { Principal } from '../types/connection.ts'
import { mqError } from '../types/errors.ts'
import type { AuthorityEntity, AuthorityObjectType, AuthorityRecord, AuthorityService } from '../types/services.ts'
import { compareSpecificity, profileMatches } from './profiles.ts'

interface AuthorityRow {
  readonly mqi: readonly string[]
  readonly admin: readonly string[]
  /** The authorities that ALL contains in addition. CRT must always be given by name. */
  readonly additional: readonly string[]
}

const change = ['CHG', 'DLT', 'DSP']
const control = [...change, 'CTRL']
const context = ['PASSALL', 'PASSID', 'SETALL', 'SETID']

const table: Readonly<Record<AuthorityObjectType, AuthorityRow>> = {
  QMGR: { mqi: ['ALTUSR', 'CONNECT', 'INQ', 'SET', 'SETALL', 'SETID'], admin: change, additional: ['SYSTEM', 'CTRL'] },
  QUEUE: { mqi: ['BROWSE', 'GET', 'INQ', 'PUT', 'SET', ...context], admin: ['CLR', ...change], additional: [] },
  TOPIC: { mqi: ['PUB', 'RESUME', 'SUB', ...context], admin: ['CLR', 'CTRL', ...change], additional: [] },
  CHANNEL: { mqi: [], admin: [...control, 'CTRLX'], additional: [] },
  CLNTCONN: { mqi: [], admin: change, additional: [] },
  LISTENER: { mqi: [], admin: control, additional: [] },
  NAMELIST: { mqi: ['INQ'], admin: change, additional: [] },
  PROCESS: { mqi: ['INQ', 'SET'], admin: change, additional: [] },
  AUTHINFO: { mqi: ['INQ'], admin: change, additional: [] },
  SERVICE: { mqi: [], admin: control, additional: [] },
  COMMINFO: { mqi: [], admin: change, additional: [] },
  RQMNAME: { mqi: ['PUT'], admin: [], additional: [] },
}

/** The order in which DISPLAY AUTHREC shows authorities. */
const order = [
  ...['ALTUSR', 'BROWSE', 'CHG', 'CLR', 'CONNECT', 'CRT', 'CTRL', 'CTRLX', 'DLT', 'DSP', 'GET', 'INQ'],
  ...['PUT', 'PASSALL', 'PASSID', 'PUB', 'RESUME', 'SET', 'SETALL', 'SETID', 'SUB', 'SYSTEM'],
]

/** Returns the authorities that a keyword stands for on an object type; undefined when it is invalid there. */
function expandAuthority(objectType: AuthorityObjectType, word: string): readonly string[] | undefined {
  const { mqi, admin, additional: more } = table[objectType]
  switch (word) {
    case 'NONE':
      return []
    case 'ALL':
      return [...mqi, ...admin, ...more]
    case 'ALLMQI':
      return mqi
    case 'ALLADM':
      return admin
    case 'CRT':
      return objectType === 'RQMNAME' || objectType === 'QMGR' ? undefined : ['CRT']
    default:
      return [...mqi, ...admin, ...more].includes(word) ? [word] : undefined
  }
}

function sortAuthorities(authorities: Iterable<string>): string[] {
  return [...authorities].sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

/** The profile name of records for the queue manager itself. */
const self = 'SELF'
/** The profile name of records that allow the creation of objects of a type. */
const objectClass = '@class'
const everyone: AuthorityEntity = { type: 'GROUP', name: 'nobody' }
const maxCachedChecks = 10_000

/** Nested maps by object type, entity type, entity name and object name: no key is concatenated and hashed. */
type EffectiveAuthorityCache = Map<string, Map<string, Map<string, Map<string, ReadonlySet<string>>>>>

type AuthorityRecordCatalog = Pick<ObjectCatalog, 'findRecord' | 'listStored' | 'saveRecord' | 'removeRecord'>

export class AuthorityManager implements AuthorityService {
  readonly #catalog: AuthorityRecordCatalog
  readonly #clock: () => number
  /** The records of an entity for an object type, the most specific first. */
  #byEntity = new Map<string, AuthorityRecord[]>()
  /** The results of checks since the last change of a record. */
  #known: EffectiveAuthorityCache = new Map()
  #count = 0

  constructor(catalog: AuthorityRecordCatalog, clock: () => number) {
    this.#catalog = catalog
    this.#clock = clock
    this.#index()
  }

  allows(principal: Principal, objectType: AuthorityObjectType, name: string, authority: string): boolean {
    if (principal.privileged) return true
    const object = authority === 'CRT' ? objectClass : name
    if (this.#has({ type: 'PRINCIPAL', name: principal.name }, objectType, object, authority)) return true
    if (this.#has(everyone, objectType, object, authority)) return true
    return principal.groups.some((group) => this.#has({ type: 'GROUP', name: group }, objectType, object, authority))
  }

  effective(entity: AuthorityEntity, objectType: AuthorityObjectType, name: string): readonly string[] {
    return sortAuthorities(this.#effective(entity, objectType, name))
  }

  list(): readonly AuthorityRecord[] {
    return this.#catalog.listStored('authrec').map(({ record }) => {
      const { PROFILE, OBJTYPE, ENTTYPE, ENTITY, AUTHLIST } = record.attributes
      return {
        profile: PROFILE as string,
        objectType: OBJTYPE as AuthorityObjectType,
        entity: { type: ENTTYPE as AuthorityEntity['type'], name: ENTITY as string },
        authorities: AUTHLIST as readonly string[],
      }
    })
  }

  async set(change: Parameters<AuthorityService['set']>[0]): Promise<void> {
    const { objectType, entity } = change
    const profile = objectType === 'QMGR' ? self : change.profile
    checkProfile(profile)
    const add = expandAll(objectType, change.add)
    const remove = expandAll(objectType, change.remove)

    const name = buildRecordName(profile, objectType, entity)
    const known = this.#catalog.findRecord('authrec', name)
    const authorities = new Set((known?.attributes.AUTHLIST as readonly string[] | undefined) ?? [])
    for (const authority of add) authorities.add(authority)
    for (const authority of remove) authorities.delete(authority)

    const now = this.#clock()
    const record: StoredRecord = {
      kind: 'authrec',
      name,
      type: objectType,
      attributes: {
        PROFILE: profile,
        OBJTYPE: objectType,
        ENTTYPE: entity.type,
        ENTITY: entity.name,
        AUTHLIST: sortAuthorities(authorities),
      },
      created: known?.created ?? now,
      altered: now,
    }
    const { committed } = this.#catalog.saveRecord(record, { rolledBack: () => this.#index() })
    this.#index()
    await committed
  }

  async remove(profile: string, objectType: AuthorityObjectType, entity: AuthorityEntity): Promise<boolean> {
    const name = buildRecordName(objectType === 'QMGR' ? self : profile, objectType, entity)
    const { value: kept, committed } = this.#catalog.removeRecord('authrec', name, { rolledBack: () => this.#index() })
    this.#index()
    await committed
    return kept
  }

  #has(entity: AuthorityEntity, objectType: AuthorityObjectType, name: string, authority: string): boolean {
    return this.#effective(entity, objectType, name).has(authority)
  }

  #effective(entity: AuthorityEntity, objectType: AuthorityObjectType, name: string): ReadonlySet<string> {
    const object = objectType === 'QMGR' ? self : name
    const known = this.#known.get(objectType)?.get(entity.type)?.get(entity.name)?.get(object)
    if (known) return known

    const records = this.#byEntity.get(buildEntityKey(objectType, entity))
    const record = records?.find(({ profile }) => profileMatches(profile, object))
    const found = new Set(record?.authorities)
    if (this.#count >= maxCachedChecks) this.#forget()
    this.#count++
    const types = getOrCreate(this.#known, objectType, () => new Map())
    const entities = getOrCreate(types, entity.type, () => new Map())
    getOrCreate(entities, entity.name, () => new Map()).set(object, found)
    return found
  }

  #forget(): void {
    this.#known = new Map()
    this.#count = 0
  }

  #index(): void {
    this.#forget()
    this.#byEntity = Map.groupBy(this.list(), ({ objectType, entity }) => buildEntityKey(objectType, entity))
    for (const records of this.#byEntity.values()) records.sort((a, b) => compareSpecificity(a.profile, b.profile))
  }
}

function expandAll(objectType: AuthorityObjectType, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const authorities = expandAuthority(objectType, word)
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

function buildRecordName(profile: string, objectType: AuthorityObjectType, entity: AuthorityEntity): string {
  return `${objectType} ${profile} ${entity.type} ${entity.name}`
}

function buildEntityKey(objectType: AuthorityObjectType, { type, name }: AuthorityEntity): string {
  return `${objectType} ${type} ${name}`
}
