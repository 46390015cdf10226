/** Replaces, adds or removes documents in memory, to check a change before it is written. */
import { type DocumentFolder, type DocumentLocation, locateDocument } from './find-documents.ts'
import type { DocumentText } from './parse-document.ts'

export interface DocumentOverlay {
  /** The path relative to the configuration folder, with forward slashes. */
  file: string
  /** The text of the document; undefined removes the document. */
  text: string | undefined
}

/** Returns the locations of all documents with the overlays applied, in the order in which a folder with them is read. */
export function applyOverlays(
  files: readonly DocumentLocation[],
  overlays: readonly DocumentOverlay[],
): DocumentLocation[] {
  const removed = new Set(overlays.filter(({ text }) => text === undefined).map(({ file }) => file))
  const known = new Set(files.map(({ path }) => path))
  const added = overlays.filter(({ file, text }) => text !== undefined && !known.has(file))
  const left = files.filter(({ path }) => !removed.has(path))
  if (added.length === 0) return left
  return [...left, ...added.flatMap(({ file }) => locateDocument(file) ?? [])].sort(compareLocations)
}

const folders: readonly DocumentFolder[] = ['provider', 'api', 'catalog', 'application', 'product']

/** Orders documents as `findDocuments` does: another order would be another revision of the same documents. */
function compareLocations(a: DocumentLocation, b: DocumentLocation): number {
  const [of, than] = [listSortKeys(a), listSortKeys(b)]
  const index = of.findIndex((key, place) => key !== than[place])
  const [key = '', other = ''] = [of[index], than[index]]
  return key === other ? 0 : key < other ? -1 : 1
}

function listSortKeys({ folder, catalog, path }: DocumentLocation): string[] {
  const rank = folders.indexOf(folder)
  return [String(Math.min(rank, 2)), catalog, String(rank), ...path.split('/')]
}

/** Returns a function that finds the text of an overlay for its file; undefined for every other file. */
export function buildOverlayLookup(
  overlays: readonly DocumentOverlay[],
): (location: DocumentLocation) => DocumentText | undefined {
  const texts = new Map(overlays.map(({ file, text }) => [file, text]))
  return ({ path }) => {
    const text = texts.get(path)
    return text === undefined ? undefined : { text }
  }
}
