/** Reads attributes of directory entries. */
import type { Entry } from 'ldapts'

/** Returns the values of an attribute, whose name a directory may write in another case (RFC 4512 section 2.5). */
export function readAttributeValues(entry: Entry, attribute: string): string[] {
  const name = attribute.toLowerCase()
  return Object.entries(entry)
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, values]) => values)
    .map(String)
}
