/** Reads the filter of an LDAP search request: RFC 4511 section 4.5.1.7. The types are those that the registry uses. */
import { type BerReader, SearchFilter } from 'ldapts'
import { escapeFilterValue } from '../../../../../src/shared/registries/directory/index.ts'

/** The attributes of an entry, with their names in lower case. */
export type Attributes = ReadonlyMap<string, readonly string[]>

export interface LdapFilter {
  /** The filter in the form of RFC 4515. */
  readonly text: string
  matches(attributes: Attributes): boolean
}

export function readLdapFilter(reader: BerReader): LdapFilter {
  const type = reader.readSequence()
  const end = reader.offset + reader.length
  switch (type) {
    case SearchFilter.and:
      return join('&', readParts(reader, end), (parts, holds) => parts.every(holds))
    case SearchFilter.or:
      return join('|', readParts(reader, end), (parts, holds) => parts.some(holds))
    case SearchFilter.present: {
      const name = reader.buffer.toString('utf8', reader.offset, end)
      reader.offset = end
      return { text: `(${name}=*)`, matches: (attributes) => attributes.has(name.toLowerCase()) }
    }
    case SearchFilter.equalityMatch: {
      const [name, value] = [reader.readString() ?? '', reader.readString() ?? '']
      return {
        text: `(${name}=${escapeFilterValue(value)})`,
        matches: (attributes) => attributes.get(name.toLowerCase())?.includes(value) ?? false,
      }
    }
    default:
      throw new Error(`the filter has an unexpected type, ${type}`)
  }
}

function readParts(reader: BerReader, end: number): LdapFilter[] {
  const parts: LdapFilter[] = []
  while (reader.offset < end) parts.push(readLdapFilter(reader))
  return parts
}

function join(
  operator: '&' | '|',
  parts: readonly LdapFilter[],
  combine: (parts: readonly LdapFilter[], holds: (part: LdapFilter) => boolean) => boolean,
): LdapFilter {
  return {
    text: `(${operator}${parts.map(({ text }) => text).join('')})`,
    matches: (attributes) => combine(parts, (part) => part.matches(attributes)),
  }
}
