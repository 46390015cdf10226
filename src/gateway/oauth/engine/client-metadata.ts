/** Renders an application as client metadata of oidc-provider. */
import type { ClientMetadata, JWKS } from 'oidc-provider'
import type { KeyAuthentication, ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { mayUseGrant } from '../request/grant-types.ts'
import type { ProviderParts } from '../request/provider-parts.ts'

/** How clients with a secret, a key or a certificate authenticate. */
const confidentialMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
] as const

/** How clients authenticate under the FAPI 2.0 Security Profile, section 5.3.2. */
const fapiMethods = ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'] as const

/** Returns how confidential clients of a provider authenticate. */
export function listConfidentialMethods({ isFapi }: Pick<ProviderSettings, 'isFapi'>) {
  return isFapi ? fapiMethods : confidentialMethods
}

/** Returns the algorithms of what clients of a provider sign. FAPI 2.0 section 5.4.1 excludes RS256. */
export function listClientAlgorithms({ isFapi }: Pick<ProviderSettings, 'isFapi'>) {
  return isFapi ? clientAlgorithms.filter((each) => each !== 'RS256' && each !== 'ES384') : clientAlgorithms
}

/** The algorithms of what clients sign: assertions and request objects. */
const clientAlgorithms = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA', 'Ed25519'] as const

/**
 * Returns the client metadata of an application at a provider. `grants` are those of the provider. `secret` is what the library
 * demands of a client with secrets: it is random, and nothing is compared with it. `more` is added.
 */
export function renderClientMetadata(
  client: Client,
  { grants, settings }: Pick<ProviderParts, 'grants' | 'settings'>,
  secret: string | undefined,
  more: Partial<ClientMetadata> = {},
): ClientMetadata {
  const { clientId, application } = client
  const own = grants.filter((grant) => mayUseGrant(client, grant, settings))
  const { type, uris } = selectRedirects(
    own.some((grant) => grant.type === 'authorization_code') ? application : { ...application, redirectEndpoints: [] },
  )
  const authorizes = uris.length > 0

  return {
    client_id: clientId,
    client_name: application.title,
    ...renderAuthentication(client, secret),
    // oidc-provider rejects a client with the authorization code grant and no redirect URI
    grant_types: own.map((grant) => grant.type).filter((name) => name !== 'authorization_code' || authorizes),
    response_types: authorizes ? ['code'] : [],
    redirect_uris: uris,
    post_logout_redirect_uris: uris,
    ...renderLogout(client),
    application_type: type,
    ...more,
    // Only redirect URIs tell which clients are one sector; others see the name in the password grant anyway.
    subject_type: authorizes ? more.subject_type : 'public',
  }
}

/**
 * Returns the redirect URIs and the matching application type. RFC 8252 section 7: a native app has a scheme of
 * its own, or a loopback URL with any port. A client with a secret is one only if no redirect URI is of a web server. oidc-provider
 * rejects a client with a URI that does not match its type, so these URIs are left out.
 */
function selectRedirects({
  redirectEndpoints,
  clientType,
}: Pick<Client['application'], 'redirectEndpoints' | 'clientType'>): { type: 'native' | 'web'; uris: string[] } {
  const uris = redirectEndpoints.filter((uri) => URL.canParse(uri) && !uri.includes('#'))
  const isOfDevice = (uri: string) => hasOwnScheme(uri) || isLoopback(uri)
  const native = uris.every(isOfDevice) || (clientType === 'public' && uris.some(hasOwnScheme))
  return native
    ? { type: 'native', uris: uris.filter((uri) => isOfDevice(uri) || new URL(uri).protocol === 'https:') }
    : { type: 'web', uris: uris.filter((uri) => !hasOwnScheme(uri)) }
}

function hasOwnScheme(uri: string): boolean {
  return !['http:', 'https:'].includes(new URL(uri).protocol)
}

/** Returns whether a redirect URI is one of the loopback interface: RFC 8252 section 7.3. */
export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Returns how an application authenticates with a key or a certificate; undefined for one with secrets, and for a public one. */
export function findKeyAuthentication({ application, clientId }: Client): KeyAuthentication | undefined {
  return application.credentials.find((each) => each.clientId === clientId)?.authentication
}

/** Returns the URL that the end of a session is posted to: OpenID Connect Back-Channel Logout 1.0 section 2.2. */
function renderLogout({ application, clientId }: Client): Partial<ClientMetadata> {
  const { backchannelLogoutUri: uri } = application.credentials.find((each) => each.clientId === clientId) ?? {}
  return uri === undefined ? {} : { backchannel_logout_uri: uri, backchannel_logout_session_required: true }
}

function renderAuthentication(client: Client, secret: string | undefined): Partial<ClientMetadata> {
  const { keys } = client.application.credentials.find(({ clientId }) => clientId === client.clientId) ?? {}
  const jwks = keys && { jwks: { keys: keys as JWKS['keys'] } }
  const authentication = findKeyAuthentication(client)
  if (authentication) {
    const { method } = authentication
    if (method !== 'tls_client_auth') return { token_endpoint_auth_method: method, ...jwks }
    const { member, value } = authentication.subject
    return { token_endpoint_auth_method: method, [`tls_client_auth_${member}`]: value, ...jwks }
  }
  if (secret === undefined) return { token_endpoint_auth_method: 'none', ...jwks }
  return { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret, ...jwks }
}
