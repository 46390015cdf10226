/**
 * A catalog folder -> the catalog: names become the things that they stand for.
 */

import type {
  CatalogDocument,
  CatalogFolder,
  Documents,
  FromDocument,
  ProductDocument,
} from './documents/documents.ts'
import type { ApiDocument } from './openapi/api-document.ts'
import type { Problems } from './problems.ts'
import { publishOffers } from './publish-offers.ts'
import type { Source } from './text/source.ts'
import type { Api, Catalog, Product, ProviderSettings, ThirdPartyProvider } from './types.ts'
import { instead } from './wording.ts'

/** A catalog with the documents behind its parts, so that rules can name the place of every detail. */
export interface Published {
  catalog: Catalog
  source: Source
  folder: CatalogFolder
  documents: Documents
  /** The documents of `catalog.apis`, in the same order. */
  apis: readonly FromDocument<ApiDocument>[]
}

/** The catalog of a folder. Names that stand for nothing become problems, and what they name is left out. */
export function publish(
  folder: CatalogFolder & { catalog: FromDocument<CatalogDocument> },
  documents: Documents,
  problems: Problems,
): Published {
  const { part, source } = folder.catalog
  const apis = new Map<string, FromDocument<ApiDocument>>()
  const products = folder.products.map((product) => publishProduct(product, documents, apis, problems))
  const enabled = <T>(
    member: string,
    kind: string,
    names: readonly string[],
    all: Map<string, FromDocument<T>>,
  ) => enabledParts({ member, kind, names, all, documents, source, problems })

  const anyProvider = new Map<string, FromDocument<ProviderSettings | ThirdPartyProvider>>([
    ...documents.providers,
    ...documents.thirdParties,
  ])
  const providers = enabled('oauth_providers', 'OAuth provider', part.providers, anyProvider)

  const catalog: Catalog = {
    org: part.org,
    name: part.name,
    title: part.title,
    path: `/${part.org}/${part.name}`,
    registries: enabled('api_user_registries', 'user registry', part.registries, documents.registries),
    providers: new Map(
      [...providers].flatMap(([name, each]) => ('verification' in each ? [] : [[name, each]])),
    ),
    thirdParties: new Map(
      [...providers].flatMap(([name, each]) => ('verification' in each ? [[name, each]] : [])),
    ),
    tlsProfiles: enabled(
      'tls_client_profiles',
      'TLS client profile',
      part.tlsProfiles,
      documents.tlsProfiles,
    ),
    products,
    apis: [...apis.values()].map((each) => publishedApi(each.part, part, source)),
    applications: folder.applications.map((each) => each.part),
    ...(part.portal && { portal: part.portal }),
    place: part.place,
  }
  for (const [index, name] of part.offline.entries()) {
    if (apis.has(name) || documents.isBroken('api', 'API', name)) continue
    const meant = instead(name, [...apis.keys()], 'its APIs are')
    problems.error(source.place(['offline_apis', index]), `the catalog has no API "${name}"${meant}`)
  }
  return { catalog, source, folder, documents, apis: [...apis.values()] }
}

interface Enabling<T> {
  member: string
  kind: string
  names: readonly string[]
  all: ReadonlyMap<string, FromDocument<T>>
  documents: Documents
  source: Source
  problems: Problems
}

/** The parts that a list of names enables. A TLS profile may be named with its version, `mq-web:1.0.0`. */
function enabledParts<T>({
  member,
  kind,
  names,
  all,
  documents,
  source,
  problems,
}: Enabling<T>): Map<string, T> {
  const parts = new Map<string, T>()
  for (const [index, written] of names.entries()) {
    const [name = '', version] = written.split(':')
    const found = all.get(name)
    const its = (found?.part as { version?: string } | undefined)?.version
    if (found && (version === undefined || version === its)) {
      parts.set(name, found.part)
      continue
    }
    if (!found && documents.isBroken('provider', kind, name)) continue

    const known = [...all.keys()]
    const meant = found ? ` - its version is ${its}` : instead(name, known, 'there are')
    problems.error(
      source.place([member, index]),
      `${member}[${index}] names no ${kind}: "${source.shown([member, index])}"${meant}`,
    )
  }
  return parts
}

/** The product with the plans' APIs as `name:version`; the APIs that it publishes are added to `apis`. */
function publishProduct(
  { part, source }: FromDocument<ProductDocument>,
  documents: Documents,
  apis: Map<string, FromDocument<ApiDocument>>,
  problems: Problems,
): Product {
  const isPublished = part.product.state !== 'staged' && part.product.state !== 'retired'
  const byKey = new Map<string, FromDocument<ApiDocument>>()
  for (const { key, target, path } of part.apis) {
    const found =
      'file' in target ? documents.apisByFile.get(target.file) : documents.apis.get(target.reference)
    if (found) {
      byKey.set(key, found)
      if (isPublished) apis.set(found.part.reference, found)
      continue
    }
    const written = 'file' in target ? target.file : target.reference
    if (documents.isBroken('api', 'API', written)) continue
    const known = 'file' in target ? [...documents.apisByFile.keys()] : [...documents.apis.keys()]
    problems.error(
      source.place(path),
      `there is no API ${source.shown(path)}${instead(written, known, 'there are')}`,
    )
  }

  const known = publishedProducts.get(part)
  if (known && isSameList(known.apis, [...byKey.values()])) return known.product
  const before = problems.errors
  const plans = [...part.product.plans].map(([name, plan]) => {
    const opened = [...plan.apis].flatMap((key) => byKey.get(key)?.part.reference ?? [])
    const offers = publishOffers(part.offers.get(name) ?? new Map(), byKey, source, problems)
    return [name, { ...plan, apis: new Set(isPublished ? opened : []), offers }] as const
  })
  const product = { ...part.product, plans: new Map(plans) }
  if (problems.errors === before) publishedProducts.set(part, { apis: [...byKey.values()], product })
  return product
}

/** Documents that were not read again are published as they were: what is the same can be known by being it. */
const publishedProducts = new WeakMap<ProductDocument, { apis: readonly unknown[]; product: Product }>()
const publishedApis = new WeakMap<ApiDocument, WeakMap<CatalogDocument, Api>>()

function isSameList(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((each, index) => each === now[index])
}

function publishedApi(document: ApiDocument, catalog: CatalogDocument, source: Source): Api {
  let inCatalogs = publishedApis.get(document)
  if (!inCatalogs) {
    inCatalogs = new WeakMap()
    publishedApis.set(document, inCatalogs)
  }
  let api = inCatalogs.get(catalog)
  if (!api) {
    api = publishApi(document, catalog, source)
    inCatalogs.set(catalog, api)
  }
  return api
}

function publishApi(document: ApiDocument, catalog: CatalogDocument, source: Source): Api {
  const { catalogProperties, variables: _, tlsProfiles: __, definitionPaths: ___, ...api } = document
  const own = catalogProperties.get(catalog.name) ?? []
  const offline = catalog.offline.indexOf(api.reference)
  return {
    ...api,
    ...(offline >= 0 && { offline: source.place(['offline_apis', offline]) }),
    properties: new Map([...catalog.properties, ...api.properties, ...own]),
  }
}
