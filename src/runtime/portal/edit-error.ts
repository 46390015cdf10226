/** An edit of an application that was rejected. The message is for the developer. */
import type { PortalErrorCode } from '../../portal/index.ts'

export class EditError extends Error {
  override name = 'EditRefused'
  readonly reason: PortalErrorCode

  constructor(refused: PortalErrorCode, detail = '') {
    super(detail)
    this.reason = refused
  }
}
