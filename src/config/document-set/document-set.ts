/**
 * All documents after each was read for itself, before they are checked against each other.
 */

import type { DocumentFolder } from '../text/find-documents.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import { type ProblemList, renderLocation } from '../text/problem-list.ts'
import type {
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
import type { ApiDocument } from './api-document.ts'

/** A part of the configuration with the document that it comes from, which knows the place of every detail. */
export interface SourcedPart<T> {
  part: T
  source: ParsedDocument
}

export interface CatalogDocument {
  org: string
  name: string
  title: string
  registries: readonly string[]
  providers: readonly string[]
  tlsProfiles: readonly string[]
  /** APIs that are offline, `name:version`. */
  offline: readonly string[]
  properties: ReadonlyMap<string, string>
  portal: PortalSettings | undefined
  place: SourceLocation
}

/** How a product names an API, before it is known which document that is. */
export interface ApiReference {
  /** The key in the product, as the plans write it. */
  key: string
  /** `name:version`, or the file of an API document relative to the folder of the configuration. */
  target: { reference: string } | { file: string }
  path: MemberPath
}

export interface ProductDocument {
  product: Product
  apis: readonly ApiReference[]
  /** What each plan says of single APIs, by the plan's name and the product's key of the API. */
  planTerms: ReadonlyMap<string, ReadonlyMap<string, PlanApiTermsDocument>>
}

/** What a plan says of an API, before it is known which operations that one has. */
export interface PlanApiTermsDocument {
  limits: readonly CallLimit[]
  operations: readonly OperationTermsDocument[] | undefined
}

export interface OperationTermsDocument {
  wanted: { id: string } | { method: string; path: string }
  limits: readonly CallLimit[]
  path: MemberPath
}

/** What one folder below `catalogs/` holds. */
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
  /** By `name:version`. */
  readonly apis = new Map<string, SourcedPart<ApiDocument>>()
  readonly apisByFile = new Map<string, SourcedPart<ApiDocument>>()
  /** Kinds of things of which some name stands for nothing, which is an error already. */
  readonly unresolved = new Set<string>()
  readonly #broken = new Set<string>()
  readonly #folders = new Map<string, CatalogFolder>()

  get folders(): readonly CatalogFolder[] {
    return [...this.#folders.values()]
  }

  /** Notes that a document is wrong; without names, that not even its name could be read. */
  addBroken(shelf: DocumentFolder, kind?: string, names: readonly string[] = []): void {
    if (!kind) this.#broken.add(shelf)
    for (const name of names) this.#broken.add(`${kind} ${name}`)
  }

  /** Whether a name that stands for nothing may be that of a document that is wrong: then it is no second mistake. */
  isBroken(shelf: DocumentFolder, kind: string, name: string): boolean {
    return this.#broken.has(shelf) || this.#broken.has(`${kind} ${name}`)
  }

  folder(name: string): CatalogFolder {
    let folder = this.#folders.get(name)
    if (!folder) {
      folder = { catalog: undefined, products: [], applications: [] }
      this.#folders.set(name, folder)
    }
    return folder
  }
}

interface Naming {
  kind: string
  path: MemberPath
  problems: ProblemList
  /** Parts of another shape that share the names. */
  others?: readonly ReadonlyMap<string, SourcedPart<{ place: SourceLocation }>>[]
}

/** Puts a part under its name; a name that is taken is an error, told with the place of the first. */
export function addNamed<T extends { place: SourceLocation }>(
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
    `${kind} "${name}" is declared twice, first at ${renderLocation(first.part.place)}`,
  )
  return false
}
