/** An edit of an application that was rejected. The message is for the developer. */
import type { ApplicationEditErrorCode } from '../../portal/index.ts'

export class EditError extends Error {
  override name = 'EditRefused'
  readonly reason: ApplicationEditErrorCode

  constructor(refused: ApplicationEditErrorCode, detail = '') {
    super(detail)
    this.reason = refused
  }
}
