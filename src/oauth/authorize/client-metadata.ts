/**
 * An application as the library sees it. It need not prove itself to the library: our endpoints have seen to that.
 */
import type { ClientMetadata } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'

/** The members that are ours. */
export const extraClientMembers = ['sluice_public']

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
    // The library would take offence at a code grant without a place to send codes to.
    grant_types: grantTypes.filter((type) => type !== 'authorization_code' || authorizes),
    response_types: authorizes ? ['code'] : [],
    redirect_uris: uris,
    application_type: type,
    sluice_public: application.clientType === 'public',
  }
}

/**
 * RFC 8252 section 7: an app on a device is reached by a scheme of its own, or on its own machine at any port. The
 * library refuses a client whose addresses do not fit its type, so what does not fit is left out.
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
