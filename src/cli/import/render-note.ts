import type { ImportNote } from '../../config/import/index.ts'

/** Returns the line about something that an import changed or dropped: `petstore.yaml:8:3 dropped: ...`. */
export function renderNote({ file, line, column, kind, message }: ImportNote): string {
  return `${file}:${line}:${column} ${kind}: ${message}`
}
