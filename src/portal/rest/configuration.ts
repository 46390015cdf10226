/** Request and response bodies about the documents of the gateway, for owners who may change them. */

/** The documents of the gateway. */
export interface ConfigurationList {
  documents: { file: string; kind: string; title: string }[]
  /** Whether documents can be written; otherwise the portal offers changes as patches. */
  isWritable: boolean
  /** The latest change that can be undone; absent when there is none. */
  undo?: { file: string; by: string; at: string }
}

/** One document. */
export interface ConfigurationDocument {
  /** The path relative to the configuration folder. */
  file: string
  kind: string
  text: string
  /** Identifies the text; a save names the revision that it changes. */
  revision: string
  isWritable: boolean
  /** The JSON Schema (draft 7) of the kind, for forms. */
  schema: object
}

/** A problem of a document, with its place. */
export interface DocumentProblemView {
  severity: 'error' | 'warning'
  file: string
  line: number
  column: number
  message: string
}

/** What a change of a document would do. */
export interface DocumentPreview {
  problems: DocumentProblemView[]
  /** The changes that callers, users or operators would notice, as sentences, with the applications that they touch. */
  changes: { text: string; applications: readonly string[] }[]
  /** The difference in the unified format, which `git apply` reads. */
  patch: string
}

/** A changed text; null removes the document. */
export interface PreviewDocumentRequest {
  file: string
  text: string | null
}

export interface SaveDocumentRequest extends PreviewDocumentRequest {
  /** The revision of the text that was changed; null for a new document. */
  revision: string | null
}
