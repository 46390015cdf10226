/** A request about documents that is rejected. */
import type { DocumentErrorCode } from '../../../portal/index.ts'

export class DocumentRequestError extends Error {
  override name = 'DocumentRequestError'
  readonly code: DocumentErrorCode

  constructor(code: DocumentErrorCode, detail = '') {
    super(detail)
    this.code = code
  }
}

/** Rejects a request with the message of an import or of a test, which is for the user. */
export function rejectWithMessage({ message }: Error): never {
  throw new DocumentRequestError('wrong_document', message)
}
