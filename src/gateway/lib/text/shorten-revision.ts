/** Returns the beginning of a revision of the documents, as logs, lists and commands show it. */
export function shortenRevision(revision: string): string {
  return revision.slice(0, 12)
}
