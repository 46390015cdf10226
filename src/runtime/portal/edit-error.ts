/** An edit of an application that is not made; what it says is for the developer. */
import type { ApplicationEditErrorCode } from '../../portal/index.ts'

export class EditError extends Error {
  override name = 'EditRefused'
  readonly reason: ApplicationEditErrorCode

  constructor(refused: ApplicationEditErrorCode, detail = '') {
    super(detail)
    this.reason = refused
  }
}
