/** Publishes an API in a catalog: adds the catalog's properties and the offline state. */

import type { ApiDocument } from '../document-set/api-document.ts'
import type { CatalogDocument } from '../document-set/document-set.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { Api, Catalog } from '../types/index.ts'
import { nameProviders, resolveProviders } from './resolve-providers.ts'

interface PublishedApi {
  api: Api
  /** The providers of definitions that name none. */
  providers: ReadonlyMap<string, string>
}

/** Published APIs by document and catalog, so that unchanged documents give the identical object. */
const published = new WeakMap<ApiDocument, WeakMap<CatalogDocument, PublishedApi>>()

/**
 * Returns the API as the catalog publishes it.
 *
 * @param source the document of the catalog
 */
export function publishApi(
  document: ApiDocument,
  catalog: CatalogDocument,
  enabled: Pick<Catalog, 'providers' | 'thirdParties'>,
  source: ParsedDocument,
): Api {
  let inCatalogs = published.get(document)
  if (!inCatalogs) {
    inCatalogs = new WeakMap()
    published.set(document, inCatalogs)
  }
  const providers = resolveProviders(document, enabled)
  const before = inCatalogs.get(catalog)
  if (before && isSame(before.providers, providers)) return before.api
  const api = inCatalog(document, catalog, providers, source)
  inCatalogs.set(catalog, { api, providers })
  return api
}

function isSame(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return before.size === now.size && [...now].every(([key, name]) => before.get(key) === name)
}

function inCatalog(
  document: ApiDocument,
  catalog: CatalogDocument,
  providers: ReadonlyMap<string, string>,
  source: ParsedDocument,
): Api {
  const { catalogProperties, variables, tlsProfiles, definitionPaths, provider, registries, ...api } = document
  const own = catalogProperties.get(catalog.name) ?? []
  const offline = catalog.offline.indexOf(api.reference)
  return {
    ...api,
    ...(providers.size > 0 && nameProviders(document, providers)),
    ...(offline >= 0 && { offline: source.locate(['offline_apis', offline]) }),
    properties: new Map([...catalog.properties, ...api.properties, ...own]),
  }
}
