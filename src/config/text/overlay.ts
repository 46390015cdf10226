/** A document as it would be: another text in the place of an application's, one more, or one less. */
import type { DocumentLocation } from './find-documents.ts'
import type { DocumentText } from './parse-document.ts'

export interface DocumentOverlay {
  /** Relative to the folder of the configuration: `catalogs/{catalog}/applications/{name}.yaml`. */
  file: string
  /** Undefined leaves it out. */
  text: string | undefined
}

/** The files that there would be. */
export function applyOverlay(
  files: readonly DocumentLocation[],
  { file, text }: DocumentOverlay,
): DocumentLocation[] {
  if (text === undefined) return files.filter(({ path }) => path !== file)
  if (files.some(({ path }) => path === file)) return [...files]
  const [, catalog = ''] = file.split('/')
  return [...files, { path: file, folder: 'application', catalog }]
}

/** The other text of a file; undefined for one that is as it is. */
export function findOverlayText(
  { path }: DocumentLocation,
  overlay: DocumentOverlay | undefined,
): DocumentText | undefined {
  return overlay?.text !== undefined && overlay.file === path ? { text: overlay.text } : undefined
}
