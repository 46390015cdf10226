/** A document as it would be: another text in the place of an application's, one more, or one less. */
import type { DocumentFile } from './files.ts'
import type { FileText } from './read.ts'

export interface Instead {
  /** Relative to the folder of the configuration: `catalogs/{catalog}/applications/{name}.yaml`. */
  file: string
  /** Undefined leaves it out. */
  text: string | undefined
}

/** The files that there would be. */
export function filesWith(files: readonly DocumentFile[], { file, text }: Instead): DocumentFile[] {
  if (text === undefined) return files.filter(({ path }) => path !== file)
  if (files.some(({ path }) => path === file)) return [...files]
  const [, catalog = ''] = file.split('/')
  return [...files, { path: file, shelf: 'application', catalog }]
}

/** The other text of a file; undefined for one that is as it is. */
export function textOf({ path }: DocumentFile, instead: Instead | undefined): FileText | undefined {
  return instead?.text !== undefined && instead.file === path ? { text: instead.text } : undefined
}
