/** A response that browsers save as a file. Handlers return it in place of a JSON body. */
import type { FileView } from '../rest/index.ts'

export class FileResponse implements FileView {
  readonly fileName: string
  readonly contentType: string
  readonly text: string

  /** The name has ASCII letters, digits, "-", "_" and "." only. */
  constructor(fileName: string, contentType: string, text: string) {
    this.fileName = fileName
    this.contentType = contentType
    this.text = text
  }
}
