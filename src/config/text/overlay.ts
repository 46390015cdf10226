/** Replaces, adds or removes documents in memory, to check a change before it is written. */
import { type DocumentLocation, locateDocument } from './find-documents.ts'
import type { DocumentText } from './parse-document.ts'

export interface DocumentOverlay {
  /** The path relative to the configuration folder, with forward slashes. */
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
  return [...files.filter(({ path }) => !removed.has(path)), ...added.flatMap(({ file }) => locateDocument(file) ?? [])]
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
