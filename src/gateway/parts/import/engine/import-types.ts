/** What an import takes and returns. */
import type { SourceLocation } from '../../../config/types/index.ts'

/** Something that the import changed, that it cannot keep, or that it kept with a restriction. */
export interface ImportNote extends SourceLocation {
  kind: 'changed' | 'dropped' | 'kept'
  message: string
  /** The number of places in the document to which the note applies. The location is the first one. */
  count: number
}

/** The OAuth provider that protects the imported API. */
export interface ImportProvider {
  name: string
  /** The grants of the provider: `password`, `application`, `access_code`. */
  grants: ReadonlySet<string>
  /** Whether the provider has scopes: without one, it issues no token. */
  hasScopes: boolean
  /** The URLs of its endpoints, for readers of the document. */
  tokenUrl: string
  authorizationUrl: string
}

export interface ImportOptions {
  /** How the reader of notes and errors sets what the document lacks. */
  words: ImportWords
  /** The name of the API; undefined for one from its title. */
  name: string | undefined
  /** The path below the catalog; undefined for `/{name}`. */
  basePath?: string | undefined
  /** The URL of the upstream; undefined for a server of the document. */
  upstream: string | undefined
  /** The server of the document: its number from 1, its URL or its description; undefined for the first. */
  server?: string | undefined
  /** Values of variables in the URL of the server; the defaults of the document apply to the others. */
  variables: ReadonlyMap<string, string>
  provider: ImportProvider
  /** The user registry that checks HTTP Basic credentials; undefined when the provider protects these operations. */
  registry?: string | undefined
  /** The scope of a document that has no security; undefined for none. */
  scope?: string | undefined
}

/** Parts of sentences that name the options or fields of the place where a document is imported. */
export interface ImportWords {
  setName: string
  setUpstream: string
  selectServer: string
  setVariable(name: string): string
}

/** The words of `sluice import`. */
export const commandWords: ImportWords = {
  setName: 'set --name',
  setUpstream: '--upstream URL sets the upstream',
  selectServer: '--server selects another',
  setVariable: (name) => `set --variable ${name}=VALUE`,
}

/** The words of `sluice init`. */
export const initWords: ImportWords = {
  setName: 'set --api',
  setUpstream: '--backend URL sets the upstream',
  selectServer: '--backend sets another',
  setVariable: () => 'give the variable a default in the file',
}

/** The words of the portal. */
export const portalWords: ImportWords = {
  setName: 'enter a name',
  setUpstream: 'or enter the URL of the upstream',
  selectServer: 'enter its URL as the upstream to use it',
  setVariable: () => 'give the variable a default in the file',
}

export interface ImportedApi {
  /** The API document for the gateway. */
  document: Record<string, unknown>
  name: string
  version: string
  title: string
  basePath: string
  /** The URL of the upstream; undefined when the document brings an assembly, which decides where calls go. */
  upstream: string | undefined
  operationCount: number
  /** The descriptions of the scopes that the document demands, by name. */
  scopes: ReadonlyMap<string, string>
  notes: readonly ImportNote[]
}

/** A document that cannot be imported, or an option that does not fit it. The message says what to do. */
export class ImportError extends Error {
  override name = 'ImportError'
}
