/** The OAuth providers of the catalog: where tokens are to be had, and by which grants. */
import type { Catalog, Grant, ProviderSettings } from '../../config/types/index.ts'
import type { Call, Handler } from '../call/call.ts'
import type { ProviderView } from '../rest/index.ts'

export const list: Handler<'GET /providers'> = (call) =>
  [...call.tools.catalog.providers.values()].map((each) => providerView(each, call.tools.catalog, call))

function providerView(
  settings: ProviderSettings,
  { path }: Catalog,
  { origin, tools }: Pick<Call, 'origin' | 'tools'>,
): ProviderView {
  const { name, title, basePath, tokenPath, authorizePath, scopes, defaultScopes, clientTypes, pkce } =
    settings
  const grants: Grant[] = [
    ...settings.grants,
    ...(settings.refreshToken.enabled ? ['refresh_token' as const] : []),
  ]
  return {
    name,
    title,
    tokenPath: `${path}${basePath}${tokenPath}`,
    tokenUrl: `${origin}${path}${basePath}${tokenPath}`,
    // Of the origin that the provider itself goes by: its pages and cookies know no other.
    ...(settings.grants.has('access_code') && {
      authorizeUrl: `${tools.baseUrl}${path}${basePath}${authorizePath}`,
    }),
    grants,
    clientTypes: [...clientTypes],
    scopes: [...scopes].map(([scope, description]) => ({ name: scope, description })),
    defaultScopes: [...defaultScopes],
    pkce: { enabled: pkce.enabled, required: pkce.required },
  }
}
