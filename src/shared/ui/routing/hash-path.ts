/** Reads and writes the fragment of the URL, which is never sent to a server, as a path of names. */

/** Returns the decoded names in a fragment without its query, or undefined when an escape is malformed. */
export function parseHashPath(hash: string): string[] | undefined {
  try {
    return hash
      .replace(/\?.*$/s, '')
      .replace(/^#?\/?/, '')
      .split('/')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Returns a link to a path of names, each percent-encoded. */
export function buildHashLink(...parts: readonly (string | undefined)[]): string {
  return `#/${parts
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join('/')}`
}
