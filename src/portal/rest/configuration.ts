/** Request and response bodies about the documents of the gateway, for owners who may change them. */
import type { DocumentForm } from '../../config/types/index.ts'

/** The documents of the gateway. */
export interface ConfigurationList {
  documents: DocumentSummary[]
  /** Whether documents can be written; otherwise the portal offers changes as patches. */
  isWritable: boolean
  /** The latest change that can be undone; absent when there is none. */
  undo?: { file: string; by: string; at: string }
}

/** A document as lists show it, with what other documents refer to. */
export interface DocumentSummary {
  /** The path relative to the configuration folder. */
  file: string
  kind: string
  /** The name by which other documents refer to it. */
  name: string
  title: string
  version?: string
  /** The folder of the catalog to which the document belongs. */
  catalog?: string
  /** The plans of a product. */
  plans?: readonly string[]
  /** The scopes of an OAuth provider. */
  scopes?: readonly string[]
}

/** What a form of a kind of documents is made of. */
export interface DocumentKindView {
  kind: string
  /** The JSON Schema (draft 7) of the kind. */
  schema: object
  /** The members that name other documents: their path, with `*` and `**` for any step, and the kinds of the target. */
  references: readonly { path: readonly string[]; to: readonly string[] }[]
  /** The groups of the form and the titles of its fields. */
  form: DocumentForm
}

/** One document. */
export interface ConfigurationDocument extends DocumentKindView {
  /** The path relative to the configuration folder. */
  file: string
  text: string
  /** Identifies the text; a save names the revision that it changes. */
  revision: string
  isWritable: boolean
}

/** A member of a document that names another document. */
export interface DocumentReferenceView {
  file: string
  /** The path of the member, such as `api_user_registries.0`. */
  path: string
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

/** A changed text and the revision that it changes; the revision is null for a new document. */
export interface DocumentChange extends PreviewDocumentRequest {
  revision: string | null
}

/** Renames a document together with the references to it. */
export interface RenameDocumentRequest {
  file: string
  name: string
}

/** A file that an owner has chosen in the browser. */
export interface ImportFile {
  /** The path within what was chosen, or only the name. */
  path: string
  text: string
}

/** OpenAPI files to make API documents from. */
export interface ImportApiRequest {
  /** The path of the document of the catalog that will publish the API. */
  catalog: string
  /** The name of the OAuth provider that protects the API. */
  provider: string
  /** OpenAPI files, YAML or JSON, with the files to which their `$ref` lead. */
  files: readonly ImportFile[]
  /** The name of a single API, in place of one from its title. */
  name?: string
  /** The URL of the upstream, in place of the first server of each file. */
  upstream?: string
}

/** What became of one file of an import: an API, a part of others, nothing, or an error. */
export interface ImportedFileView {
  path: string
  outcome: 'api' | 'part' | 'unused' | 'rejected'
  /** What continues the path to a sentence, such as `becomes apis/pets.yaml`. */
  message: string
}

/** The changes that add imported APIs, which are not made yet. */
export interface ImportedApiView {
  changes: DocumentChange[]
  /** What the import changed or left out, as sentences. */
  notes: string[]
  files: ImportedFileView[]
}

/** A sign-in at a user registry whose document may not be saved yet. */
export interface SignInTestRequest {
  /** The path of the document of the registry. */
  file: string
  /** The text of the document. */
  text: string
  user: string
  password: string
}

/** The result of a test of a sign-in. It contains no password. */
export interface SignInTestView {
  outcome: 'accepted' | 'rejected' | 'unavailable' | 'invalid'
  /** What the registry did, in order, such as the URL that responded with a status. */
  steps: string[]
  /** The result in one sentence. */
  message: string
}
