/** The properties of a dialog about one document. */
import type { ConfigurationDocument, DocumentSummary } from '../../../rest/index.ts'

export interface DocumentDialogProps {
  document: ConfigurationDocument
  documents: readonly DocumentSummary[]
  close(): void
  /** The change is saved; `file` is the document to show next, undefined for the list. */
  done(file: string | undefined): void
}

/** Returns the names of the documents of a kind. */
export function listNames(documents: readonly DocumentSummary[], wanted: string): string[] {
  return documents.filter(({ kind }) => kind === wanted).map(({ name }) => name)
}

/** Returns the path of a document beside another one: its name in place of the other's. */
export function siblingFile(file: string, name: string): string {
  const slash = file.lastIndexOf('/')
  const extension = file.slice(file.lastIndexOf('.'))
  return `${file.slice(0, slash + 1)}${name}${extension}`
}
