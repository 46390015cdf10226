/**
 * An OpenAPI document as the gateway reads it, before it is published in any catalog.
 */
import type { MemberPath } from '../text/parsed-document.ts'
import type { Api } from '../types/index.ts'

export interface ApiDocument extends Omit<Api, 'properties'> {
  /** The API's own properties, for every catalog. */
  properties: ReadonlyMap<string, string>
  /** Properties for one catalog, by the catalog's name. */
  catalogProperties: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Variables `$(name)` in the assembly that neither the gateway nor the assembly itself provides. */
  variables: readonly NameReference[]
  /** The TLS client profiles that the assembly names. */
  tlsProfiles: readonly NameReference[]
  /** The way to each security definition in the document, by its key. */
  definitionPaths: ReadonlyMap<string, MemberPath>
}

/** A name, and where it is mentioned. */
export interface NameReference {
  name: string
  path: MemberPath
}
