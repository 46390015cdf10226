/** Holds all documents after each one is read by itself, before they are checked against each other. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { DocumentFolder } from '../text/find-documents.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import type {
  Api,
  Application,
  CallLimit,
  PortalSettings,
  Product,
  ProviderSettings,
  RegistrySettings,
  SourceLocation,
  ThirdPartyProvider,
  TlsProfile,
} from '../types/index.ts'
import { renderLocation } from '../types/source-location.ts'

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
  provider?: ProviderSettings | undefined
  /** The user registries that the document describes itself. */
  registries: readonly RegistrySettings[]
  /** The path of each security definition in the document, by its key. */
  definitionPaths: ReadonlyMap<string, MemberPath>
}

/** A name that a document mentions, and the path of the mention. */
export type NameReference = { name: string; path: MemberPath }

/** A part of the configuration with its source document, which resolves the location of every detail. */
export type SourcedPart<T> = { part: T; source: ParsedDocument }

export interface CatalogDocument {
  org: string
  name: string
  title: string
  hosts: readonly string[]
  canonicalHost: string | undefined
  /** The names of the parts that the catalog enables, each once. */
  registries: readonly NameReference[]
  providers: readonly NameReference[]
  tlsProfiles: readonly NameReference[]
  /** The APIs that the catalog takes offline, as `name:version`. */
  offline: readonly string[]
  properties: ReadonlyMap<string, string>
  bodyLimits: Api['bodyLimits']
  portal: PortalSettings | undefined
  /** Whether applications that are created at the portal are kept in the store; also while the portal is disabled. */
  storesApplications: boolean
  location: SourceLocation
}

/** A reference from a product to an API, before it is resolved. */
export interface ApiReference {
  /** The key of the API in the product, which plans use. */
  key: string
  /** `name:version`, or the path of an API document relative to the configuration folder. */
  target: { reference: string } | { file: string }
  path: MemberPath
}

export interface ProductDocument {
  product: Product
  apis: readonly ApiReference[]
  /** The terms that each plan sets for single APIs, by plan name and the product's key of the API. */
  planTerms: ReadonlyMap<string, ReadonlyMap<string, PlanApiTermsDocument>>
}

/** The terms that a plan sets for an API, before its operations are resolved. */
export interface PlanApiTermsDocument {
  limits: readonly CallLimit[]
  operations: readonly OperationTermsDocument[] | undefined
}

export interface OperationTermsDocument {
  wanted: { id: string } | { method: string; path: string }
  limits: readonly CallLimit[]
  path: MemberPath
}

/** The documents of one folder below `catalogs/`. */
export interface CatalogFolder {
  catalog: SourcedPart<CatalogDocument> | undefined
  products: SourcedPart<ProductDocument>[]
  applications: SourcedPart<Application>[]
}

export class DocumentSet {
  readonly registries = new Map<string, SourcedPart<RegistrySettings>>()
  readonly providers = new Map<string, SourcedPart<ProviderSettings>>()
  readonly thirdParties = new Map<string, SourcedPart<ThirdPartyProvider>>()
  readonly tlsProfiles = new Map<string, SourcedPart<TlsProfile>>()
  /** The API documents by `name:version`. */
  readonly apis = new Map<string, SourcedPart<ApiDocument>>()
  readonly apisByFile = new Map<string, SourcedPart<ApiDocument>>()
  /** The kinds of which a name could not be resolved; an error reports each such name already. */
  readonly unresolved = new Set<string>()
  readonly #broken = new Set<string>()
  readonly #folders = new Map<string, CatalogFolder>()

  get folders(): readonly CatalogFolder[] {
    return [...this.#folders.values()]
  }

  /** Records that a document is invalid. Without names, not even its name could be read. */
  addBroken(folder: DocumentFolder, kind?: string, names: readonly string[] = []): void {
    if (!kind) this.#broken.add(folder)
    for (const name of names) this.#broken.add(`${kind} ${name}`)
  }

  /** Returns whether an unknown name may belong to an invalid document, which is reported already. */
  isBroken(folder: DocumentFolder, kind: string, name: string): boolean {
    return this.#broken.has(folder) || this.#broken.has(`${kind} ${name}`)
  }

  folder(name: string): CatalogFolder {
    return getOrCreate(this.#folders, name, () => ({ catalog: undefined, products: [], applications: [] }))
  }
}

interface Naming {
  kind: string
  path: MemberPath
  problems: ProblemList
  /** Other maps whose names must also be unused, for example third-party providers beside native ones. */
  others?: readonly ReadonlyMap<string, SourcedPart<{ location: SourceLocation }>>[]
}

/** Adds a part under its name and returns true; reports an error with the place of the first one when it is taken. */
export function addUniquePart<T extends { location: SourceLocation }>(
  map: Map<string, SourcedPart<T>>,
  name: string,
  added: SourcedPart<T>,
  { kind, path, problems, others = [] }: Naming,
): boolean {
  const first = [map, ...others].map((each) => each.get(name)).find((each) => each !== undefined)
  if (!first) {
    map.set(name, added)
    return true
  }
  problems.error(
    added.source.locate(path),
    `${kind} "${name}" is declared twice, first at ${renderLocation(first.part.location)}`,
  )
  return false
}
