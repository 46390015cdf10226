/** Authority records: what users and groups may do with the objects that a profile matches. */
import { type Attributes, display, run } from '../api/mqsc.ts'

export interface AuthorityRecord {
  profile: string
  objectType: string
  entityType: 'PRINCIPAL' | 'GROUP'
  entity: string
  authorities: readonly string[]
}

/** The record that decides for each user and group about an object. `name` is left out for the queue manager. */
export async function loadRecords(
  manager: string,
  objectType: string,
  name: string | undefined,
  signal?: AbortSignal,
): Promise<readonly AuthorityRecord[]> {
  const parameters: Attributes = {
    objtype: objectType,
    ...(name === undefined ? {} : { profile: name, match: 'MPROF' }),
  }
  const responses = await display(manager, { qualifier: 'authrec', parameters }, signal)
  return responses.map(({ parameters = {} }) => recordOf(parameters))
}

/** Makes the authorities of a record what they are to be. */
export function saveRecord(
  manager: string,
  record: AuthorityRecord,
  before: readonly string[],
): Promise<void> {
  const added = record.authorities.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !record.authorities.includes(word))
  return run(manager, {
    command: 'set',
    qualifier: 'authrec',
    parameters: {
      ...keyOf(record),
      ...(added.length > 0 ? { authadd: added } : {}),
      ...(removed.length > 0 ? { authrmv: removed } : {}),
    },
  })
}

export function deleteRecord(manager: string, record: AuthorityRecord): Promise<void> {
  return run(manager, { command: 'delete', qualifier: 'authrec', parameters: keyOf(record) })
}

function keyOf({ profile, objectType, entityType, entity }: AuthorityRecord): Attributes {
  const about: Attributes = objectType === 'QMGR' ? {} : { profile }
  return { objtype: objectType, ...about, [entityType.toLowerCase()]: [entity] }
}

function recordOf(parameters: Attributes): AuthorityRecord {
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
