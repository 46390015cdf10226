/** Imports of OpenAPI files: what the part `import` does for the portal and for commands of the sandbox. */

export type CredentialKind = 'none' | 'basic' | 'header' | 'token' | 'ltpa' | 'certificate'
/** A part of a credential, whose value is in a member of a document. */
export type CredentialPart = 'user' | 'secret' | 'header' | 'authUrl' | 'scope' | 'certificate' | 'key'

/** An OpenAPI file. `path` is that within what was chosen in the browser, or only the name. */
export type ImportFile = { path: string; text: string }

export interface ImportApiRequest {
  /** The document of the catalog that will publish the API. */
  catalog: string
  /** The name of the OAuth provider that protects the API. */
  provider: string
  /** The OpenAPI files, with the files to which their `$ref` lead. */
  files: ImportFile[]
  /** The name of a single API, in place of one from its title. */
  name?: string | undefined
  /** The URL of the upstream, in place of the first server of each file. */
  upstream?: string | undefined
  /** What the gateway authenticates itself with at the upstream. */
  credential?: ({ kind: CredentialKind } & { [Part in CredentialPart]?: string | undefined }) | undefined
}

/** What became of one file of an import. `message` continues the path to a sentence. */
export type ImportedFileView = { path: string; outcome: 'api' | 'part' | 'unused' | 'rejected'; message: string }

/** The API documents made from OpenAPI files, which are not written. */
export interface ApiImport {
  documents: readonly { file: string; text: string }[]
  /** The changes of other documents that the APIs need, in their order; `change` gets an empty text for a new document. */
  edits: readonly { file: string; change(before: string): string }[]
  /** What the import changed or left out, as sentences. */
  notes: readonly string[]
  files: ImportedFileView[]
}

/** The documents of a first protected API, from an OpenAPI file and the defaults of `sluice init`. */
export interface StarterApi {
  /** The bundled OpenAPI document. */
  document: object
  /** Writes the documents. Returns the name of the API, what the conversion changed, and the call to paste, by the gateway's URL. */
  write(
    folder: string,
    dataFolder: string,
    backend: string,
  ): Promise<{ name: string; notes: readonly string[]; renderCall(origin: string): string }>
}
