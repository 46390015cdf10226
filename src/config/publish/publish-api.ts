/** Publishes an API in a catalog: adds the catalog's properties and the offline state. */

import type { ApiDocument } from '../document-set/api-document.ts'
import type { CatalogDocument } from '../document-set/document-set.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { Api } from '../types/index.ts'

/** Published APIs by document and catalog, so that unchanged documents give the identical object. */
const published = new WeakMap<ApiDocument, WeakMap<CatalogDocument, Api>>()

/**
 * Returns the API as the catalog publishes it.
 *
 * @param source the document of the catalog
 */
export function publishApi(document: ApiDocument, catalog: CatalogDocument, source: ParsedDocument): Api {
  let inCatalogs = published.get(document)
  if (!inCatalogs) {
    inCatalogs = new WeakMap()
    published.set(document, inCatalogs)
  }
  let api = inCatalogs.get(catalog)
  if (!api) {
    api = inCatalog(document, catalog, source)
    inCatalogs.set(catalog, api)
  }
  return api
}

function inCatalog(document: ApiDocument, catalog: CatalogDocument, source: ParsedDocument): Api {
  const { catalogProperties, variables: _, tlsProfiles: __, definitionPaths: ___, ...api } = document
  const own = catalogProperties.get(catalog.name) ?? []
  const offline = catalog.offline.indexOf(api.reference)
  return {
    ...api,
    ...(offline >= 0 && { offline: source.locate(['offline_apis', offline]) }),
    properties: new Map([...catalog.properties, ...api.properties, ...own]),
  }
}
