/** DISPLAY AUTHREC, ENTAUTH and AUTHSERV: authority records, an entity's authorities, the authorization service. */
import { compareSpecificity, profileMatches } from '../../authority/profiles.ts'
import { choiceType, integerType, listType, textType } from '../../objects/definitions/attribute-types.ts'
import { authorityObjectTypes } from '../../types/authority.ts'
import type { AuthorityObjectType, AuthorityRecord } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import type { DisplayColumnSpec, DisplayValues, DisplayView } from '../command/display.ts'
import {
  checkService,
  entityArgumentSpecs,
  readEntities,
  requireAuthority,
  serviceArgumentSpec,
  serviceComponent,
} from '../command/subject.ts'
import { matchesGeneric } from '../language/generic-name.ts'
import { CommandError } from '../language/messages.ts'

const objectType = choiceType(...authorityObjectTypes)
const missing = () => new CommandError('AMQ8884E', 'Authority')
const columns: readonly DisplayColumnSpec[] = [
  { keyword: 'PROFILE', value: textType(48) },
  { keyword: 'OBJNAME', value: textType(48) },
  { keyword: 'ENTITY', value: textType(64) },
  { keyword: 'ENTTYPE', value: choiceType('PRINCIPAL', 'GROUP') },
  { keyword: 'OBJTYPE', value: objectType },
  { keyword: 'AUTHLIST', value: listType(textType(8), 32) },
]

export const authorityRecords: DisplayView = {
  message: 'AMQ8864I',
  name: 'none',
  arguments: [
    ...entityArgumentSpecs,
    { keyword: 'PROFILE', value: textType(48) },
    { keyword: 'OBJTYPE', value: choiceType(...authorityObjectTypes, 'ALL') },
    { keyword: 'MATCH', value: choiceType('PROFILE', 'MPROF', 'EXACT') },
    serviceArgumentSpec,
  ],
  columns: columns.filter(({ keyword }) => keyword !== 'OBJNAME'),
  alwaysShown: ['PROFILE', 'ENTITY', 'ENTTYPE', 'OBJTYPE'],
  notFoundError: missing,

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    checkService(call)
    const type = textArgument(call, 'OBJTYPE') ?? 'ALL'
    const entities = readEntities(call)
    const records = call.runtime.authority
      .list()
      .filter(({ objectType: own }) => type === 'ALL' || own === type)
      .filter(
        ({ entity }) =>
          entities.length === 0 || entities.some(({ type, name }) => type === entity.type && name === entity.name),
      )
    return matching(call, records).map((record) => ({ values: valuesOf(record) }))
  },
}

export const entityAuthorities: DisplayView = {
  message: 'AMQ8866I',
  name: 'none',
  arguments: [
    ...entityArgumentSpecs,
    { keyword: 'OBJTYPE', value: objectType, required: true },
    { keyword: 'OBJNAME', value: textType(48) },
    serviceArgumentSpec,
  ],
  columns: columns.filter(({ keyword }) => keyword !== 'PROFILE'),
  alwaysShown: ['OBJNAME', 'ENTITY', 'ENTTYPE', 'OBJTYPE'],
  notFoundError: missing,

  rows(call) {
    const { authority, name: manager } = call.runtime
    requireAuthority(call, 'qmgr', manager, 'DSP')
    checkService(call)
    const type = textArgument(call, 'OBJTYPE') as AuthorityObjectType
    const name = textArgument(call, 'OBJNAME') ?? (type === 'QMGR' ? manager : undefined)
    if (name === undefined) throw new CommandError('AMQ8422E', 'OBJNAME')

    const entities = readEntities(call)
    if (entities.length === 0) throw new CommandError('AMQ8422E', 'PRINCIPAL or GROUP')
    return entities.map((entity) => ({
      values: {
        OBJNAME: name,
        ENTITY: entity.name,
        ENTTYPE: entity.type,
        OBJTYPE: type,
        AUTHLIST: orNone(authority.effective(entity, type, name)),
      },
    }))
  },
}

/** Applies MATCH: profiles with this name, the profile that applies to an object of this name, or the exact profile. */
function matching(call: CommandContext, records: readonly AuthorityRecord[]): readonly AuthorityRecord[] {
  const wanted = textArgument(call, 'PROFILE')
  if (wanted === undefined) return records
  switch (textArgument(call, 'MATCH')) {
    case 'EXACT':
      return records.filter(({ profile }) => profile === wanted)
    case 'MPROF':
      return mostSpecific(records.filter(({ profile }) => profileMatches(profile, wanted)))
    default:
      return records.filter(({ profile }) => profile === wanted || matchesGeneric(wanted, profile))
  }
}

/** Returns the record that applies for each entity and object type. */
function mostSpecific(records: readonly AuthorityRecord[]): AuthorityRecord[] {
  const sorted = records.toSorted((a, b) => compareSpecificity(a.profile, b.profile))
  const deciding = new Map<string, AuthorityRecord>()
  for (const record of sorted) {
    const key = `${record.objectType} ${record.entity.type} ${record.entity.name}`
    if (!deciding.has(key)) deciding.set(key, record)
  }
  return [...deciding.values()]
}

function valuesOf({ profile, entity, objectType: type, authorities }: AuthorityRecord): DisplayValues {
  return { PROFILE: profile, ENTITY: entity.name, ENTTYPE: entity.type, OBJTYPE: type, AUTHLIST: orNone(authorities) }
}

function orNone(authorities: readonly string[]): readonly string[] {
  return authorities.length > 0 ? authorities : ['NONE']
}

/** DISPLAY AUTHSERV: the authorization service, which is the object authority manager. */
export const authorityService: DisplayView = {
  message: 'AMQ8865I',
  name: 'none',
  arguments: [serviceArgumentSpec],
  columns: [
    { keyword: 'SERVCOMP', value: textType(48) },
    { keyword: 'IFVER', value: integerType(1, 6) },
    { keyword: 'UIDSUPP', value: choiceType('YES', 'NO') },
  ],
  alwaysShown: ['SERVCOMP'],

  rows(call) {
    requireAuthority(call, 'qmgr', call.runtime.name, 'DSP')
    checkService(call)
    // Authority records may name users as well as groups.
    return [{ values: { SERVCOMP: serviceComponent, IFVER: 6, UIDSUPP: 'YES' } }]
  },
}
