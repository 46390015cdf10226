/**
 * An API as a catalog publishes it: with the catalog's properties, and perhaps offline there.
 */
import type { CatalogDocument } from '../documents/documents.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Source } from '../text/source.ts'
import type { Api } from '../types/index.ts'

/** Of documents that were not read again it is the same API. */
const published = new WeakMap<ApiDocument, WeakMap<CatalogDocument, Api>>()

/** @param source the catalog's own document */
export function publishApi(document: ApiDocument, catalog: CatalogDocument, source: Source): Api {
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

function inCatalog(document: ApiDocument, catalog: CatalogDocument, source: Source): Api {
  const { catalogProperties, variables: _, tlsProfiles: __, definitionPaths: ___, ...api } = document
  const own = catalogProperties.get(catalog.name) ?? []
  const offline = catalog.offline.indexOf(api.reference)
  return {
    ...api,
    ...(offline >= 0 && { offline: source.place(['offline_apis', offline]) }),
    properties: new Map([...catalog.properties, ...api.properties, ...own]),
  }
}
