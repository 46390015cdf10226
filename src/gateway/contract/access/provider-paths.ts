/** The paths below a catalog that an OAuth provider serves. */

export interface ProviderPathSettings {
  /** The path below that of the catalog, `/customer-oauth`. Both are part of the issuer. */
  basePath: string
  authorizePath: string
  tokenPath: string
  introspection: { path: string }
  revocation: { application: { path: string }; owner: { path: string } }
}

/** The first segments of the paths of pages and metadata, which no setting changes. */
const fixedPaths = ['/oauth2', '/.well-known']

/**
 * Returns the paths at and below which a provider serves requests: its base path. A provider without one, whose
 * document says `basePath: /`, serves only the first segments of its endpoints, so that APIs can be beside it.
 */
export function listProviderPaths(settings: ProviderPathSettings): readonly string[] {
  const { basePath, authorizePath, tokenPath, introspection, revocation } = settings
  if (basePath !== '') return [basePath]
  const endpoints = [authorizePath, tokenPath, introspection.path, revocation.application.path, revocation.owner.path]
  const first = endpoints.map((path) => path.split('/', 2).join('/'))
  return [...new Set([...fixedPaths, ...first])]
}
