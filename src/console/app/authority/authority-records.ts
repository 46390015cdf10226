/** Loads and changes authority records: what users and groups may do with the objects that match a profile. */
import { displayObjects, type ObjectAttributes, runCommand } from '../api/mqsc.ts'

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
    ...(name === undefined ? {} : { profile: name, match: 'MPROF' }),
  }
  const responses = await displayObjects(manager, { qualifier: 'authrec', parameters }, signal)
  return responses.map(({ parameters = {} }) => parseRecord(parameters))
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
      ...(added.length > 0 ? { authadd: added } : {}),
      ...(removed.length > 0 ? { authrmv: removed } : {}),
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
  const { authlist } = parameters
  const words = typeof authlist === 'object' ? authlist : String(authlist ?? '').split(',')
  return {
    profile: String(parameters.profile ?? ''),
    objectType: String(parameters.objtype),
    entityType: parameters.enttype === 'GROUP' ? 'GROUP' : 'PRINCIPAL',
    entity: String(parameters.entity),
    authorities: words.filter((word) => word !== '' && word !== 'NONE'),
  }
}
