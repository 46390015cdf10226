/** The tasks that the primary hands to its thread for documents. */
import type { Application } from '../../../config/types/index.ts'
import type { ApplicationEdit } from '../context/application-edit.ts'
import type { DocumentRequest, DocumentResult } from '../context/document-request.ts'
import type { ConfigurationList, PortalErrorCode } from '../rest/index.ts'

/** A request, and for a list the change that can be undone. */
export type DocumentTask =
  | { do: 'list'; undo: ConfigurationList['undo'] }
  | Extract<DocumentRequest, { do: 'read' | 'references' | 'rename' | 'import' }>
  | RevisionTask

/** Runs a task. Rejects only because of defects. */
export type RunDocumentTask = (task: DocumentTask) => Promise<DocumentResult>

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

export type ApplicationTask =
  /** Checks an edit. `now` is in milliseconds since the epoch. */
  | { do: 'plan'; edit: ApplicationEdit; now: number }
  /** Applies an edit that changes a document to its text. */
  | { do: 'change'; edit: ApplicationEdit; now: number; text: string }
  /** Finds the application of an edit. */
  | { do: 'find'; edit: ApplicationEdit }

/** What a planned edit does to which document, relative to the folder of the documents. */
export interface ApplicationPlan {
  file: string
  does: 'add' | 'change' | 'remove'
  /** The text of a new document. */
  text?: string | undefined
  /** Whether the catalog keeps its applications in the store. */
  storesApplications: boolean
}

/** The result, or the reason of the rejection; `cause` is for the operator. */
export type ApplicationTaskResult =
  | { plan: ApplicationPlan }
  | { text: string }
  | { application: Application | undefined }
  | { refused: PortalErrorCode; detail?: string; cause?: string }
