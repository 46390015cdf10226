/** An edit of an application that is not made; what it says is for the developer. */
import type { EditRefusal } from '../../portal/index.ts'

export class EditRefused extends Error {
  override name = 'EditRefused'
  readonly refused: EditRefusal

  constructor(refused: EditRefusal, detail = '') {
    super(detail)
    this.refused = refused
  }
}
