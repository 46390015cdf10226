/** Reads attributes of LDAP entries. */
import type { Entry } from 'ldapts'

/** Returns the texts of an attribute, whose name ignores case (RFC 4512 section 2.5); binary values are left out. */
export function findEntryValues(entry: Entry, attribute: string): string[] {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase())
  return [key === undefined ? [] : (entry[key] ?? [])].flat().filter((each) => typeof each === 'string')
}
