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
