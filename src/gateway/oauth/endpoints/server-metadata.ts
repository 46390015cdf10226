/**
 * The metadata of the authorization server: RFC 8414, also served at the path of OpenID Connect Discovery.
 *
 * URLs are built from the configuration, never from the `Host` header of the request: a host of the catalog's own is one of the documents.
 */
import type { ProviderSettings } from '../../config/types/index.ts'
import { listClientAlgorithms, listConfidentialMethods } from '../engine/client-metadata.ts'
import { signInPaths } from '../engine/sign-in-features.ts'
import { renderBoundTokenMetadata } from '../grants/bound-tokens.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { listClaimsByScope } from '../scopes/claims.ts'

export const jwksPath = '/oauth2/jwks'

/**
 * Returns the metadata document. It lists only endpoints and methods that are enabled. `url` is that of the provider with which its
 * endpoints begin: the issuer, or another place of it.
 */
export function renderServerMetadata({ issuer, settings, grants }: ProviderParts, url: string) {
  const methods = authenticationMethods(settings)
  const { introspection, pkce, revocation } = settings
  const authorizes = grants.some(({ type }) => type === 'authorization_code')
  const challengeMethods = pkce.allowPlain ? ['S256', 'plain'] : ['S256']
  const revokes = revocation.enabled && revocation.application.enabled
  return {
    issuer,
    response_types_supported: authorizes ? ['code'] : [], // RFC 8414 section 2 requires the member in any case
    authorization_endpoint: authorizes ? `${url}${settings.authorizePath}` : undefined,
    authorization_response_iss_parameter_supported: authorizes || undefined, // RFC 9207 section 3
    response_modes_supported: authorizes ? ['query', 'fragment', 'form_post'] : undefined,
    code_challenge_methods_supported: authorizes && pkce.enabled ? challengeMethods : undefined,
    token_endpoint: `${url}${settings.tokenPath}`,
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: methods.includes('private_key_jwt')
      ? listClientAlgorithms(settings)
      : undefined,
    introspection_endpoint: introspection.enabled ? `${url}${introspection.path}` : undefined,
    introspection_endpoint_auth_methods_supported: introspection.enabled
      ? methods.filter((method) => method !== 'none')
      : undefined,
    revocation_endpoint: revokes ? `${url}${revocation.application.path}` : undefined,
    revocation_endpoint_auth_methods_supported: revokes ? methods : undefined,
    ...(settings.openidConnect.enabled && renderOpenidMetadata(url, settings)),
    request_parameter_supported: settings.requestObjects.enabled,
    request_uri_parameter_supported: false,
    require_signed_request_object: settings.requestObjects.enabled ? settings.requestObjects.required : undefined,
    request_object_signing_alg_values_supported: settings.requestObjects.enabled
      ? listClientAlgorithms(settings)
      : undefined,
    device_authorization_endpoint: settings.deviceAuthorization.enabled
      ? `${url}${signInPaths.device_authorization}`
      : undefined,
    pushed_authorization_request_endpoint: settings.pushedAuthorization.enabled
      ? `${url}${signInPaths.pushed_authorization_request}`
      : undefined,
    require_pushed_authorization_requests: settings.pushedAuthorization.enabled
      ? settings.pushedAuthorization.required
      : undefined,
    authorization_details_types_supported: settings.authorizationDetails && [...settings.authorizationDetails.keys()],
    client_id_metadata_document_supported: settings.registration?.metadataDocuments && true,
    registration_endpoint:
      settings.registration?.initialAccessToken === undefined ? undefined : `${url}${signInPaths.registration}`,
    ...renderBoundTokenMetadata(settings),
    jwks_uri: `${url}${jwksPath}`,
    scopes_supported: [...settings.scopes.keys()],
    grant_types_supported: grants.map(({ type }) => type),
  }
}

/** Returns the members of OpenID Connect Discovery 1.0 section 3. */
function renderOpenidMetadata(url: string, settings: ProviderSettings) {
  return {
    userinfo_endpoint: `${url}${signInPaths.userinfo}`,
    end_session_endpoint: `${url}${signInPaths.end_session}`,
    subject_types_supported: settings.openidConnect.isPairwise ? ['pairwise', 'public'] : ['public'],
    acr_values_supported: settings.openidConnect.acrValues.length > 0 ? settings.openidConnect.acrValues : undefined,
    backchannel_logout_supported: settings.sessions.ttl > 0 || undefined,
    backchannel_logout_session_supported: settings.sessions.ttl > 0 || undefined,
    prompt_values_supported: settings.sessions.ttl > 0 ? ['none', 'login', 'consent'] : undefined,
    id_token_signing_alg_values_supported: ['ES256'],
    claims_supported: Object.values(listClaimsByScope(settings)).flat(),
    claims_parameter_supported: false,
  }
}

function authenticationMethods(settings: ProviderSettings): string[] {
  const { clientTypes } = settings
  return [
    ...(clientTypes.has('confidential') ? listConfidentialMethods(settings) : []),
    ...(clientTypes.has('public') ? ['none'] : []),
  ]
}
