/** The table of grant types, and which of them a provider and a client can use. oidc-provider runs all but `password`. */
import type { GrantType as DocumentGrant, ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'

/** A grant type: the value of `grant_type` in a token request, and the name in the OAuth provider document. */
export interface GrantType {
  type: string
  name: DocumentGrant | 'device_code'
}

/** All grant types that a provider can offer. */
export const grantTypes: readonly GrantType[] = [
  { type: 'password', name: 'password' },
  { type: 'client_credentials', name: 'application' },
  { type: 'authorization_code', name: 'access_code' },
  { type: 'urn:ietf:params:oauth:grant-type:device_code', name: 'device_code' },
  { type: 'refresh_token', name: 'refresh_token' },
]

/**
 * Returns the grant types that a provider offers. The settings of refresh tokens enable `refresh_token`, which
 * documents do not list as a grant.
 */
export function selectGrantTypes(settings: ProviderSettings): GrantType[] {
  return grantTypes.filter(({ name }) => {
    if (name === 'refresh_token') return settings.refreshToken.enabled
    if (name === 'device_code') return settings.deviceAuthorization.enabled
    return settings.grants.has(name)
  })
}

/**
 * Returns whether a client may use a grant type of its provider. An application without a list of grants may use
 * all of them.
 */
export function mayUseGrant({ application }: Client, { name }: GrantType): boolean {
  if (name === 'access_code' && application.redirectEndpoints.length === 0) return false // no URL to send a code to
  if (name === 'application' && application.clientType === 'public') return false // RFC 6749 section 4.4
  // Both send the owner to the pages of the provider.
  return application.grants?.has(name === 'device_code' ? 'access_code' : name) ?? true
}
