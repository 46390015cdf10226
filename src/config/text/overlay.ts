/** Replaces, adds or removes one application document in memory, to check a change before it is written. */
import type { DocumentLocation } from './find-documents.ts'
import type { DocumentText } from './parse-document.ts'

export interface DocumentOverlay {
  /** The path relative to the configuration folder: `catalogs/{catalog}/applications/{name}.yaml`. */
  file: string
  /** The text of the document; undefined removes the document. */
  text: string | undefined
}

/** Returns the locations of all documents with the overlay applied. */
export function applyOverlay(
  files: readonly DocumentLocation[],
  { file, text }: DocumentOverlay,
): DocumentLocation[] {
  if (text === undefined) return files.filter(({ path }) => path !== file)
  if (files.some(({ path }) => path === file)) return [...files]
  const [, catalog = ''] = file.split('/')
  return [...files, { path: file, folder: 'application', catalog }]
}

/** Returns the text of the overlay for its file; undefined for every other file. */
export function findOverlayText(
  { path }: DocumentLocation,
  overlay: DocumentOverlay | undefined,
): DocumentText | undefined {
  return overlay?.text !== undefined && overlay.file === path ? { text: overlay.text } : undefined
}
