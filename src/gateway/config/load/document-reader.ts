/** Reads documents and caches them. A document whose file is unchanged is not read again. */
import { join } from 'node:path'
import { readFileStamp } from '../text/file-stamp.ts'
import type { DocumentLocation } from '../text/find-documents.ts'
import { type DocumentText, readDocumentText } from '../text/parse-document.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import { type DocumentDeps, type DocumentReadResult, readDocument } from './read-document.ts'

interface Known {
  /** The stamp of the file; undefined when the text did not come from the file, or the file had just changed. */
  stamp: string | undefined
  text: string
  document: DocumentReadResult
}

export function openDocumentReader(deps: DocumentDeps) {
  const known = new Map<string, Known>()
  const sources = new Map<string, ParsedDocument | undefined>()

  return {
    /** Reads the document of a file. `instead` replaces the content of the file. */
    read(file: DocumentLocation, instead?: DocumentText): DocumentReadResult {
      const before = known.get(file.path)
      if (before?.stamp && !instead && readFileStamp(join(deps.root, file.path)) === before.stamp)
        return before.document

      const found = instead ?? readDocumentText(file.path, deps.root)
      if (before && 'text' in found && found.text === before.text) {
        before.stamp = found.stamp
        return before.document
      }
      const document = readDocument(file, found, deps)
      sources.set(file.path, document.source)
      if ('text' in found && !document.isVolatile) known.set(file.path, { ...found, stamp: found.stamp, document })
      else known.delete(file.path)
      return document
    },

    /** Returns the parsed document that was last read from a file. */
    find: (path: string): ParsedDocument | undefined => sources.get(path),

    /** Removes all other files from the cache. */
    keep(files: readonly DocumentLocation[]): void {
      const kept = new Set(files.map(({ path }) => path))
      for (const path of known.keys()) if (!kept.has(path)) known.delete(path)
      for (const path of sources.keys()) if (!kept.has(path)) sources.delete(path)
    },
  }
}
