import { CodedError } from '../../../../shared/lib/collections/coded-error.ts'
import type { PortalErrorCode } from '../index.ts'

/** A request of a user of the portal, about an application or about documents, that is rejected. The message is for the user. */
export class PortalRequestError extends CodedError<PortalErrorCode> {
  override name = 'PortalRequestError'

  /** Returns the rejection as the result of a request. */
  toResult(): { refused: PortalErrorCode; detail?: string | undefined } {
    return { refused: this.code, detail: this.message !== '' ? this.message : undefined }
  }
}

/** Rejects a request with the message of an import, of a test or of a thread that took too long, which is for the user. */
export function rejectWithMessage({ message }: Error): never {
  throw new PortalRequestError('wrong_document', message)
}
