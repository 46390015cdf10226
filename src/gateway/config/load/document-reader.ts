/** Reads documents and caches them. */
import type { DocumentLocation } from '../text/find-documents.ts'
import { type DocumentText, readDocumentText } from '../text/parse-document.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import { type DocumentDeps, type DocumentReadResult, readDocument } from './read-document.ts'

interface Known {
  document: DocumentReadResult
  /** The text; undefined when a repeated read could give another document, as with texts of other files. */
  text: string | undefined
  /** Whether the text came from the file, which has not changed since then. */
  isCurrent: boolean
  /** The last load that read the document. */
  load: number
}

export function openDocumentReader(deps: DocumentDeps) {
  const known = new Map<string, Known>()
  let load = 0

  return {
    /**
     * Begins a load, which reads the changed files; without them, all files. Documents that the load before has not
     * read are forgotten.
     */
    begin(changed?: readonly string[]): void {
      for (const [path, each] of known) if (each.load < load) known.delete(path)
      for (const each of changed ? changed.map((path) => known.get(path)) : known.values())
        if (each) each.isCurrent = false
      load += 1
    },

    /** Reads the document of a file. `instead` replaces the content of the file. */
    read(file: DocumentLocation, instead?: DocumentText): DocumentReadResult {
      const before = known.get(file.path)
      if (before) before.load = load
      if (before?.isCurrent && !instead) return before.document

      const found = instead ?? readDocumentText(file.path, deps.root)
      const text = 'text' in found ? found.text : undefined
      if (before && text !== undefined && text === before.text) {
        before.isCurrent = !instead
        return before.document
      }
      const document = readDocument(file, found, deps)
      const cached = document.isVolatile ? undefined : text
      known.set(file.path, { document, load, text: cached, isCurrent: cached !== undefined && !instead })
      return document
    },

    /** Returns the parsed document that was last read from a file. */
    find: (path: string): ParsedDocument | undefined => known.get(path)?.document.source,
  }
}
