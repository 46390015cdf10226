/** What the steps of an import share. */
import type { JsonObject } from '../../../../shared/lib/collections/json-object.ts'
import { type MemberPath, type ParsedDocument, renderMemberPath } from '../../../config/text/parsed-document.ts'
import type { ImportNote, ImportOptions } from './import-types.ts'

export type ImportContext = ReturnType<typeof createImportContext>

export function createImportContext(
  document: JsonObject,
  source: ParsedDocument,
  options: ImportOptions,
  notes: ImportNotes,
) {
  return {
    /** The document, which the steps change. */
    document,
    /** The document as it was written. */
    source,
    options,
    isSwagger: document.openapi === undefined,
    /** Returns where a path of the written document is, as errors begin: `petstore.yaml:8:3`. */
    place(path: MemberPath): string {
      const { file, line, column } = source.locate(path)
      return `${file}:${line}:${column}`
    },
    /** Adds a note at a path of the written document. */
    note(kind: ImportNote['kind'], path: MemberPath, message: string): void {
      const { file, line, column } = source.locateKey(path)
      // Notes about paths and operations stay apart: each says what callers cannot reach.
      const isOwn = path[0] === 'paths' && path.length <= 3
      const subject = isOwn ? renderMemberPath(path) : String(path.at(-1))
      notes.add(JSON.stringify([kind, subject, message]), {
        kind,
        file,
        line,
        column,
        message: `${renderMemberPath(path)} ${message}`.trim(),
      })
    },
  }
}

/** The notes of an import. Equal ones about a member of one name become one with a count. */
export class ImportNotes {
  readonly #notes = new Map<string, ImportNote>()

  /** Adds a note, or counts it when there is one with this key. */
  add(key: string, note: Omit<ImportNote, 'count'>): void {
    const first = this.#notes.get(key)
    if (first) first.count += 1
    else this.#notes.set(key, { ...note, count: 1 })
  }

  /** Returns the notes in the order of the document, with the count in the text of those that apply to several places. */
  list(): ImportNote[] {
    return [...this.#notes.values()]
      .map((note) => (note.count === 1 ? note : { ...note, message: `${note.message} (so in ${note.count} places)` }))
      .sort((a, b) => a.line - b.line || a.column - b.column)
  }
}

/** Removes the members that are neither in the list nor extensions (`x-...`), with a note for each. */
export function removeUnknownMembers(
  members: JsonObject,
  known: ReadonlySet<string>,
  path: MemberPath,
  { note }: ImportContext,
): void {
  for (const name of Object.keys(members)) {
    if (known.has(name) || name.startsWith('x-')) continue
    delete members[name]
    note('dropped', [...path, name], 'is no member of OpenAPI here, and was removed')
  }
}
