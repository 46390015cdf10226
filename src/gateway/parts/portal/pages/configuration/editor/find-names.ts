/** Finds the documents that a member of a document can name. */
import type { ConfigurationDocument, DocumentSummary } from '../../../rest/index.ts'
import { matchesPath } from '../schema/path-pattern.ts'

/** Returns what the member at a path can name; the path has `-` for items of lists. */
export function findNames(
  { references }: Pick<ConfigurationDocument, 'references'>,
  documents: readonly DocumentSummary[],
  path: readonly string[],
): readonly string[] {
  const kinds = references.find((each) => matchesPath(path, each.path))?.to ?? []
  return documents.filter(({ kind, name }) => kinds.includes(kind) && name !== '').map(referenceTo)
}

/** Returns how other documents name a document: APIs by name and version. */
export function referenceTo({ kind, name, version }: DocumentSummary): string {
  return kind === 'api' ? `${name}:${version ?? '1.0.0'}` : name
}
