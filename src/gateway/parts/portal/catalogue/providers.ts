/** Handler that returns the OAuth providers of the catalog with their endpoints, grants and scopes. */

import { renderPublicUrl } from '../../../../shared/http/request/public-place.ts'
import type { GrantType, ProviderSettings } from '../../../config/types/index.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import type { ProviderView } from '../rest/index.ts'

export const listProviders: ResourceHandler<'GET /providers'> = (context) =>
  [...context.deps.catalog.providers.values()].map((each) => buildProviderView(each, context))

function buildProviderView(
  settings: ProviderSettings,
  { request, origin, catalogUrl, deps: { baseUrl, catalog } }: PortalContext<'GET /providers'>,
): ProviderView {
  const { name, title, basePath, tokenPath, authorizePath, scopes, defaultScopes, clientTypes, pkce } = settings
  const grants: GrantType[] = [...settings.grants, ...(settings.refreshToken.enabled ? ['refresh_token' as const] : [])]
  return {
    name,
    title,
    tokenPath: `${catalogUrl.slice(origin.length)}${basePath}${tokenPath}`,
    tokenUrl: `${catalogUrl}${basePath}${tokenPath}`,
    // Not the origin of the request, because the cookies of the provider's pages belong to one that is configured.
    authorizeUrl: settings.grants.has('access_code')
      ? `${renderPublicUrl(request, catalog.path, baseUrl)}${basePath}${authorizePath}`
      : undefined,
    grants,
    clientTypes: [...clientTypes],
    scopes: [...scopes].map(([scope, description]) => ({ name: scope, description })),
    defaultScopes: [...defaultScopes],
    pkce: { enabled: pkce.enabled, required: pkce.required },
  }
}
