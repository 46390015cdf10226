/** An edit of an application that is not made; what it says is for the developer. */
import type { EditRefusal } from '../../portal/index.ts'

export class EditError extends Error {
  override name = 'EditRefused'
  readonly reason: EditRefusal

  constructor(refused: EditRefusal, detail = '') {
    super(detail)
    this.reason = refused
  }
}
