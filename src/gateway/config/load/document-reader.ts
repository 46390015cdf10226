/** Reads documents and caches them. A document whose file is unchanged is not read again. */
import { join } from 'node:path'
import { readFileStamp } from '../text/file-stamp.ts'
import type { DocumentLocation } from '../text/find-documents.ts'
import { type DocumentText, readDocumentText } from '../text/parse-document.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import { type DocumentDeps, type DocumentReadResult, readDocument } from './read-document.ts'

interface Known {
  document: DocumentReadResult
  /** The text; undefined when a repeated read could give another document, as with texts of other files. */
  text: string | undefined
  /** The stamp of the file; undefined when the text did not come from the file, or the file had just changed. */
  stamp: string | undefined
  /** The last load that read the document. */
  load: number
}

export function openDocumentReader(deps: DocumentDeps) {
  const known = new Map<string, Known>()
  let load = 0

  return {
    /** Begins a load. Documents that the load before has not read are forgotten. */
    begin(): void {
      for (const [path, each] of known) if (each.load < load) known.delete(path)
      load += 1
    },

    /** Reads the document of a file. `instead` replaces the content of the file. */
    read(file: DocumentLocation, instead?: DocumentText): DocumentReadResult {
      const before = known.get(file.path)
      if (before) before.load = load
      if (before?.stamp && !instead && readFileStamp(join(deps.root, file.path)) === before.stamp)
        return before.document

      const found = instead ?? readDocumentText(file.path, deps.root)
      const text = 'text' in found ? found.text : undefined
      const stamp = 'text' in found ? found.stamp : undefined
      if (before && text !== undefined && text === before.text) {
        before.stamp = stamp
        return before.document
      }
      const document = readDocument(file, found, deps)
      const cached = document.isVolatile ? {} : { text, stamp }
      known.set(file.path, { document, load, text: cached.text, stamp: cached.stamp })
      return document
    },

    /** Returns the parsed document that was last read from a file. */
    find: (path: string): ParsedDocument | undefined => known.get(path)?.document.source,
  }
}
