/** Lists the token endpoints of the documents in use, for commands. */
import type { CatalogWithoutApis } from '../documents/serialized-config.ts'
import type { TokenEndpoint } from '../messages.ts'

export function listTokenEndpoints(catalogs: readonly CatalogWithoutApis[], localUrl: string): TokenEndpoint[] {
  return catalogs.flatMap(({ path, providers }) =>
    [...providers.values()].map(({ name, basePath, tokenPath, scopes }) => ({
      provider: name,
      catalog: path.slice(1),
      url: `${localUrl}${path}${basePath}${tokenPath}`,
      scopes: [...scopes.keys()],
    })),
  )
}
