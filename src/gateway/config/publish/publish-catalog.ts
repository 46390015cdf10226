/** Publishes a catalog folder: resolves the names in its documents to registries, providers, products and APIs. */
import { isSameList } from '../../lib/collections/is-same-list.ts'
import type {
  ApiDocument,
  CatalogDocument,
  CatalogFolder,
  DocumentSet,
  NameReference,
  SourcedPart,
} from '../document-set/document-set.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import { suggestOrList } from '../text/suggest-or-list.ts'
import type { Application, Catalog, ProviderSettings, ThirdPartyProvider } from '../types/index.ts'
import { publishApi } from './publish-api.ts'
import { nameProducts, publishProduct } from './publish-product.ts'

/** A catalog with its source documents, so that rules can report the location of every detail. */
export interface PublishedCatalog {
  catalog: Catalog
  source: ParsedDocument
  folder: CatalogFolder
  documents: DocumentSet
  /** The documents of `catalog.apis` in the same order. */
  apis: readonly SourcedPart<ApiDocument>[]
  /** The applications of the catalog in the load before. */
  before: readonly Application[]
  /** The catalogs of the organisation by name, with this one; absent until they are linked. */
  siblings?: ReadonlyMap<string, Catalog>
}

/** Returns the catalog of a folder. Names that cannot be resolved become problems and are left out. */
export function publishCatalog(
  folder: CatalogFolder & { catalog: SourcedPart<CatalogDocument> },
  documents: DocumentSet,
  problems: ProblemList,
  lastApplications: ReadonlyMap<string, readonly Application[]>,
): PublishedCatalog {
  const { part, source } = folder.catalog
  const apis = new Map<string, SourcedPart<ApiDocument>>()
  const products = nameProducts(folder.products, problems).map((product) =>
    publishProduct(product, documents, apis, problems),
  )
  const enabled = <T>(kind: string, references: readonly NameReference[], all: Map<string, SourcedPart<T>>) =>
    enabledParts({ kind, references, all, documents, source, problems })

  const anyProvider = new Map<string, SourcedPart<ProviderSettings | ThirdPartyProvider>>([
    ...documents.providers,
    ...documents.thirdParties,
  ])
  const providers = enabled('OAuth provider', part.providers, anyProvider)

  const described = [...apis.values()].map((each) => each.part)
  const registries = enabled('user registry', part.registries, documents.registries)
  for (const each of described.flatMap((each) => each.registries)) registries.set(each.name, each)
  const native = new Map(
    [...providers].flatMap(([name, each]) =>
      'verification' in each ? [] : [[name, refuseUsersWithoutRegistry(each, registries)]],
    ),
  )
  for (const { provider } of described)
    if (provider && !native.has(provider.name))
      native.set(provider.name, refuseUsersWithoutRegistry(provider, registries))
  const thirdParties = new Map([...providers].flatMap(([name, each]) => ('verification' in each ? [[name, each]] : [])))

  const path = `/${part.org}/${part.name}`
  const [before = [], now] = [lastApplications.get(path), folder.applications.map((each) => each.part)]
  const catalog: Catalog = {
    org: part.org,
    name: part.name,
    title: part.title,
    path,
    hosts: part.hosts.length > 0 ? part.hosts : undefined,
    canonicalHost: part.canonicalHost,
    registries,
    providers: native,
    thirdParties,
    tlsProfiles: enabled('TLS client profile', part.tlsProfiles, documents.tlsProfiles),
    products,
    apis: [...apis.values()].map((each) => publishApi(each.part, part, { providers: native, thirdParties }, source)),
    applications: isSameList(before, now) ? before : now,
    portal: part.portal,
    storesApplications: part.storesApplications || undefined,
    location: part.location,
  }
  for (const [index, name] of part.offline.entries()) {
    if (apis.has(name) || documents.isBroken('api', 'API', name)) continue
    const meant = suggestOrList(name, [...apis.keys()], 'its APIs are')
    problems.error(source.locate(['offline_apis', index]), `the catalog has no API "${name}"${meant}`)
  }
  return { catalog, source, folder, documents, apis: [...apis.values()], before }
}

/**
 * Returns the provider of an export without the grants that ask for a user, when the catalog does not have the registry that
 * it names.
 */
function refuseUsersWithoutRegistry(provider: ProviderSettings, registries: Catalog['registries']): ProviderSettings {
  if (!provider.hasRegistryOfExport || registries.has(provider.registry ?? '')) return provider
  const grants = new Set([...provider.grants].filter((each) => each !== 'password' && each !== 'access_code'))
  return { ...provider, grants, registry: undefined }
}

interface Enabling<T> {
  kind: string
  references: readonly NameReference[]
  all: ReadonlyMap<string, SourcedPart<T>>
  documents: DocumentSet
  source: ParsedDocument
  problems: ProblemList
}

/** Returns the parts that a list of names enables. A TLS profile may be named with its version, `mq-web:1.0.0`. */
function enabledParts<T>({ kind, references, all, documents, source, problems }: Enabling<T>): Map<string, T> {
  const parts = new Map<string, T>()
  for (const { name: written, path } of references) {
    const [name = '', version] = written.split(':')
    const found = all.get(name)
    const its = (found?.part as { version?: string } | undefined)?.version
    if (found && (version === undefined || version === its || found.source.isGap(['version']))) {
      parts.set(name, found.part)
      continue
    }
    if (!found && documents.isBroken('provider', kind, name)) continue

    documents.unresolved.add(kind)
    const known = [...all.keys()]
    const isUrl = String(path[0]).endsWith('_urls')
    const there = isUrl ? 'the last part of the URL must be its name; there are' : 'there are'
    const meant = found ? ` - its version is ${its}` : suggestOrList(name, known, there)
    problems.memberError(source, path, `names no ${kind}: "${source.renderValue(path)}"${meant}`)
  }
  return parts
}
