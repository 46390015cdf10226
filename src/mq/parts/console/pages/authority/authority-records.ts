/** Loads and changes authority records: what users and groups may do with the objects that match a profile. */
import { compareTexts } from '../../../../../shared/ui/text/format.ts'
import { displayObjects, type ObjectAttributes, runCommand } from '../../kit/api/mqsc.ts'

export interface AuthorityRecord {
  profile: string
  objectType: string
  entityType: 'PRINCIPAL' | 'GROUP'
  entity: string
  authorities: readonly string[]
}

/** Loads the most specific record of each user and group for an object. A queue manager has no `name`. */
export async function loadAuthorityRecords(
  manager: string,
  objectType: string,
  name: string | undefined,
  signal?: AbortSignal,
): Promise<readonly AuthorityRecord[]> {
  const parameters: ObjectAttributes = {
    objtype: objectType,
    profile: name,
    match: name === undefined ? undefined : 'MPROF',
  }
  const responses = await displayObjects(manager, { qualifier: 'authrec', parameters }, signal)
  return responses.map(({ parameters = {} }) => parseRecord(parameters))
}

/** What a user or group may do on an object: by its own record, and altogether. */
export interface EntityRights extends AuthorityRecord {
  /** Whether a record applies; otherwise the user was asked for. */
  hasRecord: boolean
  /** The authorities by all records, also those of the groups of a user. */
  effective: readonly string[]
}

interface RightsQuery {
  manager: string
  objectType: string
  /** The name of the object; undefined for the queue manager itself. */
  name: string | undefined
  /** Further users. */
  others: readonly string[]
}

/** Loads the rights of each user and group that has a record for an object, and of further users. */
export async function loadEntityRights(query: RightsQuery, signal?: AbortSignal): Promise<readonly EntityRights[]> {
  const { manager, objectType, name, others } = query
  const records = await loadAuthorityRecords(manager, objectType, name, signal)
  const known = new Set(records.map(({ entityType, entity }) => `${entityType} ${entity}`))
  const asked: readonly EntityRights[] = others
    .filter((entity) => !known.has(`PRINCIPAL ${entity}`))
    .map((entity) => {
      const none = { profile: '', authorities: [], effective: [], hasRecord: false }
      return { ...none, objectType, entityType: 'PRINCIPAL', entity }
    })
  const all = [...records.map((record) => ({ ...record, hasRecord: true, effective: record.authorities })), ...asked]
  if (all.length === 0) return all
  const list = (type: AuthorityRecord['entityType']) =>
    all.flatMap((each) => (each.entityType === type ? each.entity : []))
  const [principal, group] = [list('PRINCIPAL'), list('GROUP')]
  const parameters: ObjectAttributes = {
    objtype: objectType,
    objname: name,
    principal: principal.length > 0 ? principal : undefined,
    group: group.length > 0 ? group : undefined,
  }
  const responses = await displayObjects(manager, { qualifier: 'entauth', parameters }, signal)
  const effective = new Map(
    responses.map(({ parameters = {} }) => [`${parameters.enttype} ${parameters.entity}`, readAuthorities(parameters)]),
  )
  return all.map((each) => ({
    ...each,
    effective: effective.get(`${each.entityType} ${each.entity}`) ?? each.effective,
  }))
}

/** Sorts groups before users, each by name. */
export function sortEntityRights(rights: readonly EntityRights[]): readonly EntityRights[] {
  return rights.toSorted((a, b) => compareTexts(a.entityType, b.entityType) || compareTexts(a.entity, b.entity))
}

/** Saves a record: adds and removes authorities so that exactly those of `record` remain. */
export function saveAuthorityRecord(
  manager: string,
  record: AuthorityRecord,
  before: readonly string[],
): Promise<void> {
  const added = record.authorities.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !record.authorities.includes(word))
  return runCommand(manager, {
    command: 'set',
    qualifier: 'authrec',
    parameters: {
      ...buildRecordKey(record),
      authadd: added.length > 0 ? added : undefined,
      authrmv: removed.length > 0 ? removed : undefined,
    },
  })
}

export function deleteAuthorityRecord(manager: string, record: AuthorityRecord): Promise<void> {
  return runCommand(manager, { command: 'delete', qualifier: 'authrec', parameters: buildRecordKey(record) })
}

function buildRecordKey({ profile, objectType, entityType, entity }: AuthorityRecord): ObjectAttributes {
  const about: ObjectAttributes = objectType === 'QMGR' ? {} : { profile }
  return { objtype: objectType, ...about, [entityType.toLowerCase()]: [entity] }
}

function parseRecord(parameters: ObjectAttributes): AuthorityRecord {
  return {
    profile: String(parameters.profile ?? ''),
    objectType: String(parameters.objtype),
    entityType: parameters.enttype === 'GROUP' ? 'GROUP' : 'PRINCIPAL',
    entity: String(parameters.entity),
    authorities: readAuthorities(parameters),
  }
}

function readAuthorities({ authlist }: ObjectAttributes): readonly string[] {
  const words = typeof authlist === 'object' ? authlist : String(authlist ?? '').split(',')
  return words.filter((word) => word !== '' && word !== 'NONE')
}
