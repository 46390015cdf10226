import { CodedError } from '../../../shared/lib/collections/coded-error.ts'
import type { DocumentEditErrorReason } from '../../config/index.ts'
import type { ApplicationRejection } from '../../runtime/applications/application-edit.ts'

/** An edit of an application that is rejected. The message is for the user. */
export class ApplicationEditError extends CodedError<ApplicationRejection> {
  override name = 'ApplicationEditError'

  /** Returns the rejection as the result of an edit. */
  toResult(): { refused: ApplicationRejection; detail?: string } {
    return this.message === '' ? { refused: this.code } : { refused: this.code, detail: this.message }
  }
}

/** The rejection of an edit for a rejected change of its document. */
export const documentRejections: Record<DocumentEditErrorReason, ApplicationRejection> = {
  invalid: 'documents_wrong',
  exists: 'name_taken',
  changed: 'overtaken',
  referenced: 'kept_elsewhere',
}
