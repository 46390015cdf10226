/**
 * What clients may know of the provider: RFC 8414, and the same for clients of OpenID Connect Discovery.
 *
 * Addresses come from the configuration, never from the Host field that a caller sends.
 */
import type { ProviderSettings } from '../../config/types/index.ts'
import type { GrantType } from '../grants/grant-type.ts'

export interface ServerMetadataOptions {
  issuer: string
  settings: ProviderSettings
  grants: readonly GrantType[]
  jwksPath: string
}

/** The metadata document. It names only what is there. */
export function renderServerMetadata({ issuer, settings, grants, jwksPath }: ServerMetadataOptions) {
  const methods = authenticationMethods(settings)
  const { introspection, pkce, revocation } = settings
  return {
    issuer,
    response_types_supported: [], // required, even where there is no authorization endpoint
    ...(grants.some(({ type }) => type === 'authorization_code') && {
      authorization_endpoint: `${issuer}${settings.authorizePath}`,
      authorization_response_iss_parameter_supported: true, // RFC 9207
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment', 'form_post'],
      ...(pkce.enabled && {
        code_challenge_methods_supported: pkce.allowPlain ? ['S256', 'plain'] : ['S256'],
      }),
    }),
    token_endpoint: `${issuer}${settings.tokenPath}`,
    token_endpoint_auth_methods_supported: methods,
    ...(introspection.enabled && {
      introspection_endpoint: `${issuer}${introspection.path}`,
      introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== 'none'),
    }),
    ...(revocation.enabled &&
      revocation.application.enabled && {
        revocation_endpoint: `${issuer}${revocation.application.path}`,
        revocation_endpoint_auth_methods_supported: methods,
      }),
    jwks_uri: `${issuer}${jwksPath}`,
    scopes_supported: [...settings.scopes.keys()],
    grant_types_supported: grants.map(({ type }) => type),
  }
}

function authenticationMethods({ clientTypes }: ProviderSettings): string[] {
  return [
    ...(clientTypes.has('confidential') ? ['client_secret_basic', 'client_secret_post'] : []),
    ...(clientTypes.has('public') ? ['none'] : []),
  ]
}
