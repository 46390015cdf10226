/**
 * Reads documents, and those whose files are as they were not again: of thousands, one or two have changed.
 */
import { join } from 'node:path'

import type { DocumentFile } from '../text/files.ts'
import { type FileText, readText } from '../text/read.ts'
import type { Source } from '../text/source.ts'
import { findStamp } from '../text/stamp.ts'
import { type DocumentTools, type ReadDocument, readOne } from './read-document.ts'

export interface DocumentReader {
  /** What the document in a file says, or with another text what it would say. */
  read(file: DocumentFile, instead?: FileText): ReadDocument
  /** The source of the document last read from a file. */
  find(path: string): Source | undefined
  /** Forgets every file but these. */
  keep(files: readonly DocumentFile[]): void
}

interface Known {
  /** Of the file, if what was read is what stands in it. */
  stamp: string | undefined
  text: string
  document: ReadDocument
}

export function openReader(tools: DocumentTools): DocumentReader {
  const known = new Map<string, Known>()
  const sources = new Map<string, Source | undefined>()

  return {
    read(file, instead) {
      const before = known.get(file.path)
      if (before?.stamp && !instead && findStamp(join(tools.root, file.path)) === before.stamp)
        return before.document

      const found = instead ?? readText(file.path, tools.root)
      if (before && 'text' in found && found.text === before.text) {
        before.stamp = found.stamp
        return before.document
      }
      const document = readOne(file, found, tools)
      sources.set(file.path, document.source)
      if ('text' in found && !document.hasFiles)
        known.set(file.path, { ...found, stamp: found.stamp, document })
      else known.delete(file.path)
      return document
    },

    find: (path) => sources.get(path),

    keep(files) {
      const kept = new Set(files.map(({ path }) => path))
      for (const path of known.keys()) if (!kept.has(path)) known.delete(path)
      for (const path of sources.keys()) if (!kept.has(path)) sources.delete(path)
    },
  }
}
