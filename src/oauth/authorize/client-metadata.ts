/**
 * Renders an application as client metadata of oidc-provider. The authentication method is `none`, because the
 * endpoints have authenticated the client.
 */
import type { ClientMetadata } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'

/** The members that oidc-provider does not define. */
export const extraClientMembers = ['sluice_public']

/** Returns the client metadata of oidc-provider for an application. `grantTypes` are those of the provider. */
export function renderClientMetadata(
  { clientId, application }: Client,
  settings: ProviderSettings,
  grantTypes: readonly string[],
): ClientMetadata {
  const mayAuthorize = settings.grants.has('access_code') && (application.grants?.has('access_code') ?? true)
  const { type, uris } = redirectsOf(mayAuthorize ? application.redirectEndpoints : [])
  const authorizes = uris.length > 0

  return {
    client_id: clientId,
    client_name: application.title,
    token_endpoint_auth_method: 'none',
    // oidc-provider rejects a client with the authorization code grant and no redirect URI
    grant_types: grantTypes.filter((type) => type !== 'authorization_code' || authorizes),
    response_types: authorizes ? ['code'] : [],
    redirect_uris: uris,
    application_type: type,
    sluice_public: application.clientType === 'public',
  }
}

/**
 * Returns the redirect URIs and the matching application type. RFC 8252 section 7: a native app has a scheme of
 * its own, or a loopback URL with any port. oidc-provider rejects a client with a URI that does not match its
 * type, so these URIs are left out.
 */
function redirectsOf(endpoints: readonly string[]): { type: 'native' | 'web'; uris: string[] } {
  const uris = endpoints.filter((uri) => URL.canParse(uri) && !uri.includes('#'))
  const native = uris.some(hasOwnScheme) || uris.every(isLoopback)
  return native
    ? { type: 'native', uris: uris.filter((uri) => hasOwnScheme(uri) || isLoopback(uri) || isHttps(uri)) }
    : { type: 'web', uris }
}

function hasOwnScheme(uri: string): boolean {
  return !['http:', 'https:'].includes(new URL(uri).protocol)
}

function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function isHttps(uri: string): boolean {
  return new URL(uri).protocol === 'https:'
}
