/** Handler that returns the OAuth providers of the catalog with their endpoints, grants and scopes. */
import type { GrantType, ProviderSettings } from '../../../config/types/index.ts'
import { type CatalogPlaces, renderCatalogUrl } from '../../../contract/access/catalog-urls.ts'
import { renderPublicUrl } from '../../../lib/http/public-place.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import type { ProviderView } from '../rest/index.ts'

export const listProviders: ResourceHandler<'GET /providers'> = (context) => [
  ...Array.from(context.deps.catalog.providers.values(), (each) => buildProviderView(each, context)),
  ...Array.from(context.deps.catalog.foreignProviders ?? [], ([name, { holder, provider }]) => {
    return { ...buildProviderView(provider, context, holder), name }
  }),
]

function buildProviderView(
  settings: ProviderSettings,
  { request, origin, catalogUrl, deps: { baseUrl, catalog } }: PortalContext<'GET /providers'>,
  holder: CatalogPlaces = catalog,
): ProviderView {
  const isForeign = holder !== catalog
  const url = isForeign ? renderCatalogUrl(holder, baseUrl) : catalogUrl
  const authorizeAt = isForeign ? url : renderPublicUrl(request, holder.path, baseUrl)
  const { name, title, basePath, tokenPath, authorizePath, scopes, defaultScopes, clientTypes, pkce } = settings
  const grants: GrantType[] = [...settings.grants, ...(settings.refreshToken.enabled ? ['refresh_token' as const] : [])]
  return {
    name,
    title,
    tokenPath: `${url.slice(isForeign ? new URL(url).origin.length : origin.length)}${basePath}${tokenPath}`,
    tokenUrl: `${url}${basePath}${tokenPath}`,
    // Not the origin of the request, because the cookies of the provider's pages belong to one that is configured.
    authorizeUrl: settings.grants.has('access_code') ? `${authorizeAt}${basePath}${authorizePath}` : undefined,
    grants,
    clientTypes: [...clientTypes],
    scopes: [...scopes].map(([scope, description]) => ({ name: scope, description })),
    defaultScopes: [...defaultScopes],
    pkce: { enabled: pkce.enabled, required: pkce.required },
  }
}
