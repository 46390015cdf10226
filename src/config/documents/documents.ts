/**
 * All documents after each was read for itself, before they are checked against each other.
 */
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Shelf } from '../text/files.ts'
import { type Problems, renderPlace } from '../text/problems.ts'
import type { Path, Source } from '../text/source.ts'
import type {
  Application,
  Limit,
  Place,
  PortalSettings,
  Product,
  ProviderSettings,
  RegistrySettings,
  ThirdPartyProvider,
  TlsProfile,
} from '../types/index.ts'

/** A part of the configuration with the document that it comes from, which knows the place of every detail. */
export interface FromDocument<T> {
  part: T
  source: Source
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
  place: Place
}

/** How a product names an API, before it is known which document that is. */
export interface ApiReference {
  /** The key in the product, as the plans write it. */
  key: string
  /** `name:version`, or the file of an API document relative to the folder of the configuration. */
  target: { reference: string } | { file: string }
  path: Path
}

export interface ProductDocument {
  product: Product
  apis: readonly ApiReference[]
  /** What each plan says of single APIs, by the plan's name and the product's key of the API. */
  offers: ReadonlyMap<string, ReadonlyMap<string, OfferDocument>>
}

/** What a plan says of an API, before it is known which operations that one has. */
export interface OfferDocument {
  limits: readonly Limit[]
  operations: readonly OperationOffer[] | undefined
}

export interface OperationOffer {
  wanted: { id: string } | { method: string; path: string }
  limits: readonly Limit[]
  path: Path
}

/** What one folder below `catalogs/` holds. */
export interface CatalogFolder {
  catalog: FromDocument<CatalogDocument> | undefined
  products: FromDocument<ProductDocument>[]
  applications: FromDocument<Application>[]
}

export class Documents {
  readonly registries = new Map<string, FromDocument<RegistrySettings>>()
  readonly providers = new Map<string, FromDocument<ProviderSettings>>()
  readonly thirdParties = new Map<string, FromDocument<ThirdPartyProvider>>()
  readonly tlsProfiles = new Map<string, FromDocument<TlsProfile>>()
  /** By `name:version`. */
  readonly apis = new Map<string, FromDocument<ApiDocument>>()
  readonly apisByFile = new Map<string, FromDocument<ApiDocument>>()
  /** Kinds of things of which some name stands for nothing, which is an error already. */
  readonly unresolved = new Set<string>()
  readonly #broken = new Set<string>()
  readonly #folders = new Map<string, CatalogFolder>()

  get folders(): readonly CatalogFolder[] {
    return [...this.#folders.values()]
  }

  /** Notes that a document is wrong; without names, that not even its name could be read. */
  addBroken(shelf: Shelf, kind?: string, names: readonly string[] = []): void {
    if (!kind) this.#broken.add(shelf)
    for (const name of names) this.#broken.add(`${kind} ${name}`)
  }

  /** Whether a name that stands for nothing may be that of a document that is wrong: then it is no second mistake. */
  isBroken(shelf: Shelf, kind: string, name: string): boolean {
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
  path: Path
  problems: Problems
  /** Parts of another shape that share the names. */
  others?: readonly ReadonlyMap<string, FromDocument<{ place: Place }>>[]
}

/** Puts a part under its name; a name that is taken is an error, told with the place of the first. */
export function addNamed<T extends { place: Place }>(
  map: Map<string, FromDocument<T>>,
  name: string,
  added: FromDocument<T>,
  { kind, path, problems, others = [] }: Naming,
): boolean {
  const first = [map, ...others].map((each) => each.get(name)).find((each) => each !== undefined)
  if (!first) {
    map.set(name, added)
    return true
  }
  problems.error(
    added.source.place(path),
    `${kind} "${name}" is declared twice, first at ${renderPlace(first.part.place)}`,
  )
  return false
}
