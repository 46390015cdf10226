/** A response that is not JSON: a file to save, or an image. Handlers return it in place of a JSON body. */
import type { FileView } from '../rest/index.ts'

export class FileResponse implements FileView {
  readonly fileName: string
  readonly contentType: string
  readonly body: string | Buffer

  /** `fileName`: ASCII letters, digits, "-", "_" and "."; when empty, browsers show the file. */
  constructor(fileName: string, contentType: string, body: string | Buffer) {
    this.fileName = fileName
    this.contentType = contentType
    this.body = body
  }
}
