/** DISPLAY CHLAUTH: channel authentication records; with MATCH(RUNCHECK) the one that applies to a channel. */
import { matchesWildcard } from '../../../../shared/lib/text/wildcard.ts'
import { findBlockedAddress, findMappingRecord } from '../../authority/channel-authentication.ts'
import { choiceType, textType } from '../../objects/definitions/attribute-types.ts'
import { listUniqueAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ObjectRecord } from '../../types/services.ts'
import { type CommandContext, textArgument } from '../command/command.ts'
import type { DisplayValues, DisplayView } from '../command/display.ts'
import { requireAuthority } from '../command/subject.ts'
import { CommandError } from '../language/messages.ts'
import { attributeValues } from './objects.ts'

const kind = objectDefinitions.chlauth
/** The keys that identify a record within its profile and type. */
const recordKeys = ['SSLPEER', 'SSLCERTI', 'QMNAME', 'CLNTUSER', 'ADDRESS'] as const

export const channelAuthentication: DisplayView = {
  message: 'AMQ8878I',
  name: 'optional',
  nameValue: kind.name,
  arguments: [
    { keyword: 'TYPE', value: choiceType(...kind.types, 'ALL') },
    { keyword: 'MATCH', value: choiceType('EXACT', 'GENERIC', 'ALL', 'RUNCHECK') },
    ...['ADDRESS', 'CLNTUSER', 'QMNAME', 'SSLPEER', 'SSLCERTI'].map((keyword) => ({ keyword, value: textType(1024) })),
  ],
  columns: [
    { keyword: 'CHLAUTH', value: kind.name },
    { keyword: 'TYPE', value: choiceType(...kind.types) },
    ...listUniqueAttributes(kind),
  ],
  alwaysShown: ['CHLAUTH', 'TYPE'],
  defaultColumns: () =>
    listUniqueAttributes(kind)
      .map(({ keyword }) => keyword)
      .filter((keyword) => !onlyWithAll.includes(keyword)),
  notFoundError: () => new CommandError('AMQ8884E', 'Channel authentication'),

  rows(call) {
    requireAuthority(call, 'chlauth', call.runtime.name, 'DSP')
    const type = textArgument(call, 'TYPE') ?? 'ALL'
    const records = call.runtime.objects
      .list('chlauth')
      .filter((record) => type === 'ALL' || record.type === type)
      .toSorted(byProfile)
    return matching(call, records).map((record) => ({ values: shownOf(record) }))
  },
}

const onlyWithAll = ['DESCR', 'CUSTOM', 'WARN', 'ALTDATE', 'ALTTIME']

function matching(call: CommandContext, records: readonly ObjectRecord[]): readonly ObjectRecord[] {
  const name = call.name ?? '*'
  switch (textArgument(call, 'MATCH') ?? 'GENERIC') {
    case 'EXACT':
      return records.filter((record) => profileOf(record) === name && hasKeys(call, record))
    case 'GENERIC':
      return records.filter((record) => matchesWildcard(name, profileOf(record)) && hasKeys(call, record))
    case 'ALL':
      return records.filter(
        (record) =>
          (matchesWildcard(name, profileOf(record)) || matchesWildcard(profileOf(record), name)) &&
          hasKeys(call, record),
      )
    default:
      return decisive(call, name, records)
  }
}

/** Returns the record that decides about a caller with the given keys: a blocked address, or else the mapping record. */
function decisive(call: CommandContext, channel: string, records: readonly ObjectRecord[]): ObjectRecord[] {
  const given = (keyword: string) => textArgument(call, keyword) ?? ''
  const address = given('ADDRESS')
  const blocked = findBlockedAddress(records, address)
  if (blocked) return [blocked]
  const record = findMappingRecord(records, {
    channel,
    address,
    hostNames: [address],
    queueManager: given('QMNAME'),
    clientUser: given('CLNTUSER'),
    certificate: given('SSLPEER'),
    issuer: given('SSLCERTI'),
  })
  return record ? [record] : []
}

/** Returns whether a record has the keys (addresses, users and so on) that the command names. */
function hasKeys(call: CommandContext, { attributes }: ObjectRecord): boolean {
  return recordKeys.every((key) => (textArgument(call, key) ?? attributes[key]) === attributes[key])
}

/** Sorts records for named channels before those for every channel. */
function byProfile(a: ObjectRecord, b: ObjectRecord): number {
  const [left, right] = [a, b].map((record) => profileOf(record).replaceAll('*', '\uffff')) as [string, string]
  return left < right ? -1 : left > right ? 1 : a.type < b.type ? -1 : 1
}

function profileOf({ attributes }: ObjectRecord): string {
  return String(attributes.CHLAUTH)
}

/** Returns the attributes that the user source of the record uses. */
function shownOf(record: ObjectRecord): DisplayValues {
  const values = attributeValues(kind, record, { CHLAUTH: profileOf(record) })
  const { USERSRC: source } = record.attributes
  if (source === undefined) return values
  return {
    ...values,
    MCAUSER: source === 'MAP' ? values.MCAUSER : undefined,
    CHCKCLNT: source === 'NOACCESS' ? undefined : values.CHCKCLNT,
    WARN: source === 'NOACCESS' ? values.WARN : undefined,
  }
}
