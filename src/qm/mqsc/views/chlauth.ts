/** DISPLAY CHLAUTH: channel authentication records, and with MATCH(RUNCHECK) the one that decides about a channel. */
import { wordMatches } from '../../authority/profiles.ts'
import { kinds } from '../../objects/index.ts'
import { columnsOf } from '../../objects/kind.ts'
import { choice, text } from '../../objects/values.ts'
import type { ObjectRecord } from '../../runtime.ts'
import { type Call, textOf } from '../command.ts'
import type { Values, View } from '../display.ts'
import { Refused } from '../messages.ts'
import { authorize } from '../subject.ts'
import { valuesOf } from './objects.ts'

const kind = kinds.chlauth
/** What a record looks at, the weightiest first: a certificate says more than a user, a user more than an address. */
const looksAt = ['SSLPEER', 'QMNAME', 'CLNTUSER', 'ADDRESS'] as const

export const channelAuthentication: View = {
  message: 'AMQ8878I',
  name: 'optional',
  nameValue: kind.name,
  arguments: [
    { keyword: 'TYPE', value: choice(...kind.types, 'ALL') },
    { keyword: 'MATCH', value: choice('EXACT', 'GENERIC', 'ALL', 'RUNCHECK') },
    ...['ADDRESS', 'CLNTUSER', 'QMNAME', 'SSLPEER', 'SSLCERTI'].map((keyword) => ({
      keyword,
      value: text(1024),
    })),
  ],
  columns: [
    { keyword: 'CHLAUTH', value: kind.name },
    { keyword: 'TYPE', value: choice(...kind.types) },
    ...columnsOf(kind),
  ],
  head: ['CHLAUTH', 'TYPE'],
  usual: () =>
    columnsOf(kind)
      .map(({ keyword }) => keyword)
      .filter((keyword) => !onlyWithAll.includes(keyword)),
  missing: () => new Refused('AMQ8884E', 'Channel authentication'),

  rows(call) {
    authorize(call, 'chlauth', call.runtime.name, 'DSP')
    const type = textOf(call, 'TYPE') ?? 'ALL'
    const records = call.runtime.objects
      .list('chlauth')
      .filter((record) => type === 'ALL' || record.type === type)
      .toSorted(byProfile)
    return matching(call, records).map((record) => ({ values: shownOf(record) }))
  },
}

const onlyWithAll = ['DESCR', 'CUSTOM', 'WARN', 'ALTDATE', 'ALTTIME']

function matching(call: Call, records: readonly ObjectRecord[]): readonly ObjectRecord[] {
  const name = call.name ?? '*'
  switch (textOf(call, 'MATCH') ?? 'GENERIC') {
    case 'EXACT':
      return records.filter((record) => profileOf(record) === name && hasKeys(call, record))
    case 'GENERIC':
      return records.filter((record) => wordMatches(name, profileOf(record)) && hasKeys(call, record))
    case 'ALL':
      return records.filter(
        (record) =>
          (wordMatches(name, profileOf(record)) || wordMatches(profileOf(record), name)) &&
          hasKeys(call, record),
      )
    default:
      return decisive(call, name, records)
  }
}

/** The mapping record that a channel start would meet: the most specific channel profile, then the weightiest key. */
function decisive(call: Call, channel: string, records: readonly ObjectRecord[]): ObjectRecord[] {
  const candidates = records.filter(
    (record) =>
      'USERSRC' in record.attributes &&
      wordMatches(profileOf(record), channel) &&
      looksAt.every((key) => {
        const pattern = String(record.attributes[key] ?? '')
        return pattern === '' || wordMatches(pattern, textOf(call, key) ?? '')
      }),
  )
  const [first] = candidates.toSorted(
    (a, b) => literals(profileOf(b)) - literals(profileOf(a)) || weight(a) - weight(b),
  )
  return first ? [first] : []
}

function weight({ attributes }: ObjectRecord): number {
  return looksAt.findIndex((key) => attributes[key])
}

function literals(pattern: string): number {
  return pattern.replaceAll('*', '').length
}

/** Whether a record has the addresses, users and so on that the command narrows it to. */
function hasKeys(call: Call, { attributes }: ObjectRecord): boolean {
  return [...looksAt, 'SSLCERTI'].every((key) => (textOf(call, key) ?? attributes[key]) === attributes[key])
}

/** Records are told for the named channels first, and those for every channel last. */
function byProfile(a: ObjectRecord, b: ObjectRecord): number {
  const [left, right] = [a, b].map((record) => profileOf(record).replaceAll('*', '\uffff')) as [
    string,
    string,
  ]
  return left < right ? -1 : left > right ? 1 : a.type < b.type ? -1 : 1
}

function profileOf({ attributes }: ObjectRecord): string {
  return String(attributes.CHLAUTH)
}

/** A record shows only what its user source makes use of. */
function shownOf(record: ObjectRecord): Values {
  const values = valuesOf(kind, record, { CHLAUTH: profileOf(record) })
  const { USERSRC: source } = record.attributes
  if (source === undefined) return values
  return {
    ...values,
    MCAUSER: source === 'MAP' ? values.MCAUSER : undefined,
    CHCKCLNT: source === 'NOACCESS' ? undefined : values.CHCKCLNT,
    WARN: source === 'NOACCESS' ? values.WARN : undefined,
  }
}
