import { type Api, type Catalog, findProviderName, type ProviderSettings } from '../../config/types/index.ts'
import { renderResourcePath } from '../../contract/access/resource-url.ts'

/** Returns the references of the APIs whose subscription opens the provider: those of its tokens, and its own. */
export function findProtectedApis(
  { name, api }: Pick<ProviderSettings, 'name' | 'api'>,
  catalog: Pick<Catalog, 'apis'>,
): string[] {
  return [...listProtectedApis(name, catalog).map(({ reference }) => reference), ...(api === undefined ? [] : [api])]
}

/** The format of access tokens: signed, or references to signed ones. */
type TokenFormat = 'jwt' | 'opaque'

/**
 * Returns the URLs that tokens of the provider can be for, of the catalog with all its APIs and of each API (RFC 8707), with the
 * format of their tokens. Of APIs that share a URL, one that wants references decides.
 */
export function listResources(
  { name, accessToken: { format = 'jwt' } }: Pick<ProviderSettings, 'name' | 'accessToken'>,
  catalog: Pick<Catalog, 'apis'>,
  catalogUrls: readonly string[],
): ReadonlyMap<string, TokenFormat> {
  const resources = new Map<string, TokenFormat>(catalogUrls.map((url) => [url, format]))
  for (const { basePath, definitions } of listProtectedApis(name, catalog)) {
    const own = [...definitions.values()].map(({ settings }) => (settings as Members)['x-access-token-format'])
    const wanted = own.includes('opaque') ? 'opaque' : (own.find((each) => each !== undefined) ?? format)
    const urls = catalogUrls.map((url) => renderResourcePath(url, basePath))
    for (const url of urls) if (resources.get(url) !== 'opaque') resources.set(url, wanted)
  }
  return resources
}

type Members = { 'x-access-token-format'?: TokenFormat }

function listProtectedApis(provider: string, catalog: Pick<Catalog, 'apis'>): Api[] {
  return catalog.apis.filter(({ definitions }) =>
    [...definitions.values()].some((each) => findProviderName(each) === provider),
  )
}
