/**
 * Channel authentication records (CHLAUTH): decides whether a partner or client may use a channel, and as which user.
 *
 * The record with the most specific channel profile applies, then the one with the most specific key: a certificate
 * outweighs a queue manager or user, which outweighs an address.
 */
import { matchesWildcard } from '../../../shared/lib/text/wildcard.ts'
import type { ObjectRecord } from '../types/services.ts'
import { hasHostName, matchesAddress } from './address-patterns.ts'
import { countNameLiterals, matchesDistinguishedName } from './distinguished-name.ts'

/** A partner or client that connects. Empty texts for what it did not present. */
export interface ChannelCaller {
  readonly channel: string
  /** The IP address. */
  readonly address: string
  /** The host names of the address; empty when they were not looked up. */
  readonly hostNames: readonly string[]
  readonly queueManager: string
  readonly clientUser: string
  /** The distinguished names of the certificate and of its issuer. */
  readonly certificate: string
  readonly issuer: string
}

export type ChannelAccess =
  | {
      readonly isAllowed: true
      /** The user that the record maps to; undefined when the channel, or the client, says which user it is. */
      readonly mappedUser: string | undefined
      /** CHCKCLNT of the record: whether a client must have a password. */
      readonly clientCheck: string
      /** What a record with WARN(YES) would have rejected. */
      readonly warning: string | undefined
    }
  | { readonly isAllowed: false; readonly reason: string }

/** The keys of a record by weight. */
const keysByWeight = ['SSLPEER', 'QMNAME', 'CLNTUSER', 'ADDRESS'] as const

/** Returns the mapping record that applies, or undefined when none matches. */
export function findMappingRecord(records: readonly ObjectRecord[], caller: ChannelCaller): ObjectRecord | undefined {
  const candidates = records.filter(
    ({ attributes }) =>
      'USERSRC' in attributes &&
      matchesWildcard(readProfile(attributes), caller.channel) &&
      matchesKeys(attributes, caller),
  )
  return candidates.toSorted(
    (a, b) =>
      countLiterals(readProfile(b.attributes)) - countLiterals(readProfile(a.attributes)) ||
      weigh(a) - weigh(b) ||
      countKeyLiterals(b) - countKeyLiterals(a),
  )[0]
}

/** Decides by the mapping records. The user that results must be checked with `findBlockedUser`. */
export function decideChannelAccess(records: readonly ObjectRecord[], caller: ChannelCaller): ChannelAccess {
  const record = findMappingRecord(records, caller)
  const { USERSRC = 'CHANNEL', MCAUSER = '', CHCKCLNT = 'ASQMGR', WARN } = record?.attributes ?? {}
  const clientCheck = String(CHCKCLNT)
  if (record && USERSRC === 'NOACCESS') {
    const reason = `the ${record.type} record for ${readProfile(record.attributes)} allows no access for ${describe(caller)}`
    if (WARN !== 'YES') return { isAllowed: false, reason }
    return { isAllowed: true, mappedUser: undefined, clientCheck, warning: reason }
  }
  const mappedUser = USERSRC === 'MAP' ? String(MCAUSER) : undefined
  return { isAllowed: true, mappedUser, clientCheck, warning: undefined }
}

/** Returns the BLOCKADDR record that blocks an address, or undefined. Its channel is not known yet. */
export function findBlockedAddress(records: readonly ObjectRecord[], address: string): ObjectRecord | undefined {
  return records.find(
    ({ type, attributes }) =>
      type === 'BLOCKADDR' && readList(attributes.ADDRLIST).some((pattern) => matchesAddress(pattern, address, [])),
  )
}

/** Returns the BLOCKUSER record that blocks a user on a channel, or undefined. */
export function findBlockedUser(
  records: readonly ObjectRecord[],
  channel: string,
  user: { readonly name: string; readonly privileged: boolean },
): ObjectRecord | undefined {
  const [record] = records
    .filter(({ type, attributes }) => type === 'BLOCKUSER' && matchesWildcard(readProfile(attributes), channel))
    .toSorted((a, b) => countLiterals(readProfile(b.attributes)) - countLiterals(readProfile(a.attributes)))
  const blocks = readList(record?.attributes.USERLIST).some(
    (each) => each === user.name || (each === '*MQADMIN' && user.privileged),
  )
  return blocks ? record : undefined
}

/** Returns whether a record can only be matched with the host names of the address. */
export function needsHostNames(records: readonly ObjectRecord[]): boolean {
  return records.some(({ attributes }) => hasHostName(String(attributes.ADDRESS ?? '')))
}

function matchesKeys(attributes: ObjectRecord['attributes'], caller: ChannelCaller): boolean {
  const pattern = (key: string) => String(attributes[key] ?? '')
  const matches = (key: string, matcher: (pattern: string) => boolean) => pattern(key) === '' || matcher(pattern(key))
  return (
    matches('SSLPEER', (each) => caller.certificate !== '' && matchesDistinguishedName(each, caller.certificate)) &&
    matches('SSLCERTI', (each) => caller.issuer !== '' && matchesDistinguishedName(each, caller.issuer)) &&
    matches('QMNAME', (each) => matchesWildcard(each, caller.queueManager)) &&
    matches('CLNTUSER', (each) => matchesWildcard(each, caller.clientUser)) &&
    matches('ADDRESS', (each) => matchesAddress(each, caller.address, caller.hostNames))
  )
}

function describe({ channel, address, queueManager, clientUser }: ChannelCaller): string {
  const who = queueManager ? `queue manager ${queueManager}` : clientUser ? `user ${clientUser}` : 'a client'
  return `${who} at ${address} on channel ${channel}`
}

function weigh({ attributes }: ObjectRecord): number {
  return keysByWeight.findIndex((key) => attributes[key])
}

function countKeyLiterals({ attributes }: ObjectRecord): number {
  const keys = [...keysByWeight, 'SSLCERTI'] as const
  return keys.reduce((sum, key) => {
    const text = String(attributes[key] ?? '')
    return sum + (key.startsWith('SSL') ? countNameLiterals(text) : countLiterals(text))
  }, 0)
}

function countLiterals(pattern: string): number {
  return pattern.replaceAll('*', '').length
}

function readProfile(attributes: ObjectRecord['attributes']): string {
  return String(attributes.CHLAUTH)
}

function readList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : []
}
