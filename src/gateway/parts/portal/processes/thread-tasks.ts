/** The tasks that the primary hands to its thread for documents. */
import type { CatalogWithoutApis } from '../../../runtime/documents/serialized-config.ts'
import type { DocumentRequest, DocumentResult } from '../context/document-request.ts'
import type { ConfigurationList } from '../rest/index.ts'

/** A request, and for a list the change that can be undone. */
export type DocumentTask =
  | { do: 'list'; undo: ConfigurationList['undo'] }
  | Extract<DocumentRequest, { do: 'read' | 'references' | 'rename' | 'versions' | 'import' }>
  | RevisionTask

/** Runs a task, with the catalogs in use for one that needs them. Rejects only because of defects. */
export type RunDocumentTask = (task: DocumentTask, catalogs?: readonly CatalogWithoutApis[]) => Promise<DocumentResult>

export type RevisionTask = Extract<
  DocumentRequest,
  { do: 'revisions' | 'revision' | 'revision text' | 'compare' | 'rollback' }
>

/** The text of a document before and after a change; undefined where there is none. */
export type TextChange = { file: string; before: string | undefined; after: string | undefined }

/** What a preview shows of changed texts, and the references that it follows. */
export interface TextComparison {
  /** The differences in the unified format. */
  patch: string
  /** The references in the new texts, as they are written, for the files that have some. */
  references: { file: string; references: string[] }[]
  /** Why the changes may not be made at the portal, because of a file that they name. */
  refusal: string | undefined
}
