/** Reads attributes of directory entries. */
import type { Entry } from 'ldapts'

/**
 * Returns the values of an attribute as texts. Directories write attribute names in the case of their schema, whatever the case
 * in the request: RFC 4512 section 2.5.
 */
export function readAttributeValues(entry: Entry, attribute: string): string[] {
  const name = attribute.toLowerCase()
  return Object.entries(entry)
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, values]) => values)
    .map(String)
}
