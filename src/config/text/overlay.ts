/** Replaces, adds or removes documents in memory, to check a change before it is written. */
import type { DocumentFolder, DocumentLocation } from './find-documents.ts'
import type { DocumentText } from './parse-document.ts'

export interface DocumentOverlay {
  /** The path relative to the configuration folder: `catalogs/{catalog}/applications/{name}.yaml`. */
  file: string
  /** The text of the document; undefined removes the document. */
  text: string | undefined
}

/** Returns the locations of all documents with the overlays applied. */
export function applyOverlays(
  files: readonly DocumentLocation[],
  overlays: readonly DocumentOverlay[],
): DocumentLocation[] {
  const removed = new Set(overlays.filter(({ text }) => text === undefined).map(({ file }) => file))
  const known = new Set(files.map(({ path }) => path))
  const added = overlays.filter(({ file, text }) => text !== undefined && !known.has(file))
  return [...files.filter(({ path }) => !removed.has(path)), ...added.map(({ file }) => locateDocument(file))]
}

/** Returns the text of an overlay for its file; undefined for every other file. */
export function findOverlayText(
  { path }: DocumentLocation,
  overlays: readonly DocumentOverlay[],
): DocumentText | undefined {
  const text = overlays.find(({ file }) => file === path)?.text
  return text === undefined ? undefined : { text }
}

/** The folders inside the folder of a catalog, and the kind of document in each. */
const catalogFolders: Readonly<Record<string, DocumentFolder>> = {
  applications: 'application',
  products: 'product',
}

function locateDocument(path: string): DocumentLocation {
  const [top, catalog = '', inside = ''] = path.split('/')
  if (top === 'apis') return { path, folder: 'api', catalog: '' }
  if (top === 'providers') return { path, folder: 'provider', catalog: '' }
  return { path, folder: catalogFolders[inside] ?? 'catalog', catalog }
}
