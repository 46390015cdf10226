import type { Api, Catalog } from '../../config/types/index.ts'
import { renderResourcePath } from '../../contract/access/resource-url.ts'

/** Returns the references, `name:version`, of the APIs that tokens of the provider can open. */
export function findProtectedApis(provider: string, catalog: Pick<Catalog, 'apis'>): string[] {
  return listProtectedApis(provider, catalog).map((api) => api.reference)
}

/** Returns the URLs that tokens of the provider can be for: of the catalog, with all its APIs, and of each API. RFC 8707. */
export function listResources(
  provider: string,
  catalog: Pick<Catalog, 'apis'>,
  catalogUrls: readonly string[],
): ReadonlySet<string> {
  const apis = listProtectedApis(provider, catalog)
  const ofApis = catalogUrls.flatMap((url) => apis.map(({ basePath }) => renderResourcePath(url, basePath)))
  return new Set([...catalogUrls, ...ofApis])
}

function listProtectedApis(provider: string, catalog: Pick<Catalog, 'apis'>): Api[] {
  return catalog.apis.filter((api) => [...api.definitions.values()].some(isProtected))

  function isProtected({ type, settings }: { type: string; settings: unknown }): boolean {
    return type === 'oauth2' && (settings as Record<string, unknown>)['x-ibm-oauth-provider'] === provider
  }
}
