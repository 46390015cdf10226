/** Defines an OpenAPI document as the gateway reads it, before a catalog publishes it. */
import type { MemberPath } from '../text/parsed-document.ts'
import type { Api, ProviderSettings, RegistrySettings } from '../types/index.ts'

export interface ApiDocument extends Omit<Api, 'properties'> {
  /** The properties of the API that apply in every catalog. */
  properties: ReadonlyMap<string, string>
  /** The properties of the API that apply in one catalog, by the name of the catalog. */
  catalogProperties: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** The variables `$(name)` in the assembly that neither the gateway nor a policy of the assembly provides. */
  variables: readonly NameReference[]
  /** The TLS client profiles that policies of the assembly name. */
  tlsProfiles: readonly NameReference[]
  /** The provider that the API is; undefined for other APIs. */
  provider?: ProviderSettings
  /** The user registries that the document describes itself. */
  registries: readonly RegistrySettings[]
  /** The path of each security definition in the document, by its key. */
  definitionPaths: ReadonlyMap<string, MemberPath>
}

/** A name that a document mentions, and the path of the mention. */
export type NameReference = { name: string; path: MemberPath }
