/** The applications in the store, which are read as if they were files at the paths that they would have. */
import type { DocumentSet } from '../document-set/document-set.ts'
import { type DocumentLocation, locateDocument } from '../text/find-documents.ts'
import type { DocumentOverlay } from '../text/overlay.ts'
import type { LoadResult, Problem } from '../types/index.ts'

/** Returns the locations of stored applications of catalogs that keep theirs there. A file hides one at its path. */
export function locateStoredApplications(
  stored: readonly DocumentOverlay[],
  files: readonly DocumentLocation[],
  documents: DocumentSet,
): DocumentLocation[] {
  if (stored.length === 0) return []
  const hidden = new Set(files.map(({ path }) => path))
  const storing = new Set(
    documents.folders.flatMap(({ catalog }) =>
      catalog?.part.storesApplications ? [catalog.source.file.split('/')[1]] : [],
    ),
  )
  return stored
    .filter(({ file, text }) => text !== undefined && !hidden.has(file))
    .flatMap(({ file }) => locateDocument(file) ?? [])
    .filter(({ folder, catalog }) => folder === 'application' && storing.has(catalog))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the errors whose location is a stored application. */
export function listStoredErrors({ problems }: LoadResult, stored: readonly DocumentOverlay[]): readonly Problem[] {
  const files = new Set(stored.map(({ file }) => file))
  return problems.filter(({ severity, file }) => severity === 'error' && files.has(file))
}

/** Returns the warning that an application with an error is left out. */
export function toWarning(problem: Problem): Problem {
  const message = `${problem.message} - the stored application is not served until this is mended`
  return { ...problem, severity: 'warning', message }
}
