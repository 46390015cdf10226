/** Publishes an API in a catalog: adds the catalog's properties and the offline state. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { ApiDocument, CatalogDocument } from '../document-set/document-set.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { Api, Catalog, SecurityDefinition, SecurityRequirement } from '../types/index.ts'

interface PublishedApi {
  api: Api
  /** The providers of definitions that name none. */
  providers: ReadonlyMap<string, string>
}

/** Published APIs by document and catalog, so that unchanged documents give the identical object. */
const published = new WeakMap<ApiDocument, WeakMap<CatalogDocument, PublishedApi>>()

/** Returns the API as the catalog publishes it. `source` is the document of the catalog. */
export function publishApi(
  document: ApiDocument,
  catalog: CatalogDocument,
  enabled: Pick<Catalog, 'providers' | 'thirdParties'>,
  source: ParsedDocument,
): Api {
  const inCatalogs = getOrCreate(published, document, () => new WeakMap())
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
    bodyLimits: (api.bodyLimits ?? catalog.bodyLimits) && { ...catalog.bodyLimits, ...api.bodyLimits },
    offline: offline >= 0 ? source.locate(['offline_apis', offline]) : undefined,
    properties: new Map([...catalog.properties, ...api.properties, ...own]),
  }
}

type Providers = Pick<Catalog, 'providers' | 'thirdParties'>

export interface ProviderMembers {
  'x-ibm-oauth-catalog'?: string
  'x-ibm-oauth-provider'?: string
  'x-tokenIntrospect'?: object
  tokenUrl?: string
  authorizationUrl?: string
}

/** Returns the names of the found providers by the key of the definition. */
function resolveProviders({ definitions }: ApiDocument, catalog: Providers): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { key, type, settings } of definitions.values()) {
    const members = settings as ProviderMembers
    if (type !== 'oauth2' || members['x-ibm-oauth-provider'] !== undefined || members['x-tokenIntrospect']) continue
    const name = findProvider(members, catalog)
    if (name !== undefined) found.set(key, name)
  }
  return found
}

function findProvider({ tokenUrl, authorizationUrl }: ProviderMembers, { providers, thirdParties }: Providers) {
  const isAt = (url: string | undefined, path: string) => url?.split(/[?#]/, 1)[0]?.endsWith(path)
  for (const { name, basePath, tokenPath, authorizePath } of providers.values()) {
    if (isAt(tokenUrl, basePath + tokenPath) || isAt(authorizationUrl, basePath + authorizePath)) return name
  }
  const [only, ...others] = [...providers.keys(), ...(thirdParties?.keys() ?? [])]
  return others.length === 0 ? only : undefined
}

/** Returns the definitions and operations of an API with the names of the found providers. */
export function nameProviders(
  { definitions, operations }: Pick<Api, 'definitions' | 'operations'>,
  names: ReadonlyMap<string, string>,
): Pick<ApiDocument, 'definitions' | 'operations'> {
  const renamed = new Map(Array.from(definitions, ([key, each]) => [key, withProvider(each, names.get(key))]))
  const inRequirement = (requirement: SecurityRequirement): SecurityRequirement => ({
    ...requirement,
    all: requirement.all.map(({ definition, scopes }) => ({
      definition: renamed.get(definition.key) ?? definition,
      scopes,
    })),
  })
  return {
    definitions: renamed,
    operations: operations.map((each) => ({ ...each, security: each.security.map(inRequirement) })),
  }
}

function withProvider(definition: SecurityDefinition, name: string | undefined): SecurityDefinition {
  if (name === undefined) return definition
  return { ...definition, settings: { ...(definition.settings as object), 'x-ibm-oauth-provider': name } }
}
