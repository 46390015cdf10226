/**
 * The part of the address behind `#` as a path of names: it never reaches a server's log, and names may hold any
 * character.
 */

/** The names in an address; undefined when they cannot be read. */
export function partsOf(hash: string): string[] | undefined {
  try {
    return hash
      .replace(/^#?\/?/, '')
      .split('/')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** The address of a path of names, to stand in a link. */
export function href(...parts: readonly (string | undefined)[]): string {
  return `#/${parts
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join('/')}`
}
