/** DISPLAY AUTHREC and ENTAUTH: authority records, and what an entity may do in the end. */
import { bySpecificity, profileMatches } from '../../authority/profiles.ts'
import { choice, list, text } from '../../objects/values.ts'
import type { AuthorityObject, AuthorityRecord, Entity } from '../../runtime.ts'
import {
  authorityObjects,
  checkService,
  entitiesOf,
  entityArguments,
  serviceArgument,
} from '../authority-arguments.ts'
import { type Call, textOf } from '../command.ts'
import type { Column, Values, View } from '../display.ts'
import { matchesGeneric } from '../generic-name.ts'
import { Refused } from '../messages.ts'
import { authorize } from '../subject.ts'

const objectType = choice(...authorityObjects)
const missing = () => new Refused('AMQ8884E', 'Authority')
const columns: readonly Column[] = [
  { keyword: 'PROFILE', value: text(48) },
  { keyword: 'OBJNAME', value: text(48) },
  { keyword: 'ENTITY', value: text(64) },
  { keyword: 'ENTTYPE', value: choice('PRINCIPAL', 'GROUP') },
  { keyword: 'OBJTYPE', value: objectType },
  { keyword: 'AUTHLIST', value: list(text(8), 32) },
]

export const authorityRecords: View = {
  message: 'AMQ8864I',
  name: 'none',
  arguments: [
    ...entityArguments,
    { keyword: 'PROFILE', value: text(48) },
    { keyword: 'OBJTYPE', value: choice(...authorityObjects, 'ALL') },
    { keyword: 'MATCH', value: choice('PROFILE', 'MPROF', 'EXACT') },
    serviceArgument,
  ],
  columns: columns.filter(({ keyword }) => keyword !== 'OBJNAME'),
  head: ['PROFILE', 'ENTITY', 'ENTTYPE', 'OBJTYPE'],
  missing,

  rows(call) {
    authorize(call, 'qmgr', call.runtime.name, 'DSP')
    checkService(call)
    const type = textOf(call, 'OBJTYPE') ?? 'ALL'
    const entities = entitiesOf(call)
    const records = call.runtime.authority
      .list()
      .filter(({ objectType: own }) => type === 'ALL' || own === type)
      .filter(({ entity }) => entities.length === 0 || entities.some((each) => isSame(each, entity)))
    return matching(call, records).map((record) => ({ values: valuesOf(record) }))
  },
}

export const entityAuthorities: View = {
  message: 'AMQ8866I',
  name: 'none',
  arguments: [
    ...entityArguments,
    { keyword: 'OBJTYPE', value: objectType, required: true },
    { keyword: 'OBJNAME', value: text(48) },
    serviceArgument,
  ],
  columns: columns.filter(({ keyword }) => keyword !== 'PROFILE'),
  head: ['OBJNAME', 'ENTITY', 'ENTTYPE', 'OBJTYPE'],
  missing,

  rows(call) {
    const { authority, name: manager } = call.runtime
    authorize(call, 'qmgr', manager, 'DSP')
    checkService(call)
    const type = textOf(call, 'OBJTYPE') as AuthorityObject
    const name = textOf(call, 'OBJNAME') ?? (type === 'QMGR' ? manager : undefined)
    if (name === undefined) throw new Refused('AMQ8422E', 'OBJNAME')

    const entities = entitiesOf(call)
    if (entities.length === 0) throw new Refused('AMQ8422E', 'PRINCIPAL or GROUP')
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

/** MATCH: profiles of this name, the one profile that decides about an object of this name, or the very name. */
function matching(call: Call, records: readonly AuthorityRecord[]): readonly AuthorityRecord[] {
  const wanted = textOf(call, 'PROFILE')
  if (wanted === undefined) return records
  switch (textOf(call, 'MATCH')) {
    case 'EXACT':
      return records.filter(({ profile }) => profile === wanted)
    case 'MPROF':
      return mostSpecific(records.filter(({ profile }) => profileMatches(profile, wanted)))
    default:
      return records.filter(({ profile }) => profile === wanted || matchesGeneric(wanted, profile))
  }
}

/** For each entity and object type the one record that decides. */
function mostSpecific(records: readonly AuthorityRecord[]): AuthorityRecord[] {
  const sorted = records.toSorted((a, b) => bySpecificity(a.profile, b.profile))
  const deciding = new Map<string, AuthorityRecord>()
  for (const record of sorted) {
    const key = `${record.objectType} ${record.entity.type} ${record.entity.name}`
    if (!deciding.has(key)) deciding.set(key, record)
  }
  return [...deciding.values()]
}

function valuesOf({ profile, entity, objectType: type, authorities }: AuthorityRecord): Values {
  return {
    PROFILE: profile,
    ENTITY: entity.name,
    ENTTYPE: entity.type,
    OBJTYPE: type,
    AUTHLIST: orNone(authorities),
  }
}

function orNone(authorities: readonly string[]): readonly string[] {
  return authorities.length > 0 ? authorities : ['NONE']
}

function isSame(a: Entity, b: Entity): boolean {
  return a.type === b.type && a.name === b.name
}
