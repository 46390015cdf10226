/** Requests about edits of applications: from workers to the primary, and from the primary to the document thread. */
import type { Application } from '../../config/types/index.ts'
import type {
  ApplicationEdit,
  ApplicationEditResult,
  ApplicationRejection,
} from '../../runtime/applications/application-edit.ts'
import type { CatalogsInUse } from '../../runtime/documents/serialized-config.ts'
import { buildPartRequest } from '../../runtime/rpc/part-requests.ts'
import type { RequestMessage } from '../../runtime/rpc/rpc-channel.ts'
import type { RunInThread } from '../../runtime/threads/open-document-thread.ts'

export const applicationsName = 'applications'

/** The limit of an edit: loading thousands of documents takes seconds, and an edit loads them twice. */
export const editMs = 120_000

export interface ApplicationsToPrimary {
  /** Change the document of an application; responds when every worker has it in use. */
  edit: RequestMessage<{ edit: ApplicationEdit }, ApplicationEditResult>
}

export interface ApplicationsToThread {
  /** Plan an edit of an application, or apply it to a text. */
  edit: RequestMessage<{ catalogs: CatalogsInUse; task: ApplicationTask }, ApplicationTaskResult>
}

/** Returns a function that runs tasks of edits in a document thread. */
export function buildRunTask(run: RunInThread) {
  return buildPartRequest<ApplicationsToThread>(applicationsName, { edit: 30_000 }, (request, deadlineMs) =>
    run('part', request, deadlineMs),
  )
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
  | { refused: ApplicationRejection; detail?: string; cause?: string }
