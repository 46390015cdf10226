/** Handler that returns the OAuth providers of the catalog with their endpoints, grants and scopes. */
import type { Catalog, GrantType, ProviderSettings } from '../../config/types/index.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import type { ProviderView } from '../rest/index.ts'

export const listProviders: ResourceHandler<'GET /providers'> = (context) =>
  [...context.deps.catalog.providers.values()].map((each) => buildProviderView(each, context.deps.catalog, context))

function buildProviderView(
  settings: ProviderSettings,
  { path }: Catalog,
  { origin, deps }: Pick<PortalContext, 'origin' | 'deps'>,
): ProviderView {
  const { name, title, basePath, tokenPath, authorizePath, scopes, defaultScopes, clientTypes, pkce } = settings
  const grants: GrantType[] = [...settings.grants, ...(settings.refreshToken.enabled ? ['refresh_token' as const] : [])]
  return {
    name,
    title,
    tokenPath: `${path}${basePath}${tokenPath}`,
    tokenUrl: `${origin}${path}${basePath}${tokenPath}`,
    // The URL uses the base URL of the gateway, because the cookies of the provider's pages belong to that
    // origin.
    ...(settings.grants.has('access_code') && {
      authorizeUrl: `${deps.baseUrl}${path}${basePath}${authorizePath}`,
    }),
    grants,
    clientTypes: [...clientTypes],
    scopes: [...scopes].map(([scope, description]) => ({ name: scope, description })),
    defaultScopes: [...defaultScopes],
    pkce: { enabled: pkce.enabled, required: pkce.required },
  }
}
