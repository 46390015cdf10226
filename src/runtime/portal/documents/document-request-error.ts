/** A request about documents that is rejected. */
import type { DocumentResult, PortalErrorCode } from '../../../portal/index.ts'

export class DocumentRequestError extends Error {
  override name = 'DocumentRequestError'
  readonly code: PortalErrorCode

  constructor(code: PortalErrorCode, detail = '') {
    super(detail)
    this.code = code
  }

  /** Returns the rejection as the result of a request. */
  toResult(): DocumentResult {
    return { refused: this.code, ...(this.message !== '' && { detail: this.message }) }
  }
}

/** Rejects a request with the message of an import, of a test or of a thread that took too long, which is for the user. */
export function rejectWithMessage({ message }: Error): never {
  throw new DocumentRequestError('wrong_document', message)
}
