/** The table of grant types, and which of them a provider and a client can use. oidc-provider runs all but `password`. */
import type { GrantType as DocumentGrant, ProviderSettings, RegisteredClientLimits } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { findRegisteredLimits } from '../scopes/registered-limits.ts'

export const jwtBearerType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
export const tokenExchangeType = 'urn:ietf:params:oauth:grant-type:token-exchange'

/** A grant type: the value of `grant_type` in a token request, and the name in the OAuth provider document. */
export type GrantType = { type: string; name: DocumentGrant | 'device_code' | 'jwt' | 'token_exchange' }

/** All grant types that a provider can offer. */
export const grantTypes: readonly GrantType[] = [
  { type: 'password', name: 'password' },
  { type: 'client_credentials', name: 'application' },
  { type: 'authorization_code', name: 'access_code' },
  { type: 'urn:ietf:params:oauth:grant-type:device_code', name: 'device_code' },
  { type: jwtBearerType, name: 'jwt' },
  { type: tokenExchangeType, name: 'token_exchange' },
  { type: 'refresh_token', name: 'refresh_token' },
]

/** Returns the grant types of a provider. `refresh_token` comes from its own settings, not from the list. */
export function selectGrantTypes(settings: ProviderSettings): GrantType[] {
  return grantTypes.filter(({ name }) => {
    if (name === 'refresh_token') return settings.refreshToken.enabled
    if (name === 'jwt') return settings.jwtBearer.length > 0
    if (name === 'token_exchange') return settings.tokenExchange.length > 0
    if (name === 'device_code') return settings.deviceAuthorization.enabled
    return settings.grants.has(name)
  })
}

const ofConfidential = new Set(['application', 'jwt', 'token_exchange'])

/** Returns whether a client may use a grant type. An application without a list may use all of its provider. */
export function mayUseGrant(client: Client, { name }: GrantType, settings: ProviderSettings): boolean {
  const { application } = client
  const limits = findRegisteredLimits(client, settings)
  if (limits && !isAllowedGrant(name, limits)) return false
  if (name === 'access_code' && application.redirectEndpoints.length === 0) return false // no URL to send a code to
  // RFC 6749 section 4.4. The same holds for clients that present the assertion of another, or a token that they received.
  if (ofConfidential.has(name) && application.clientType === 'public') return false
  const needed = findDocumentGrant(name)
  if (needed === undefined) return true // the rules of the provider name the clients
  return application.grants?.has(needed) ?? true
}

/** Returns the grant of documents that a client needs for a grant type. Device codes send the owner to the same pages as codes. */
export function findDocumentGrant(name: GrantType['name']): DocumentGrant | undefined {
  if (name === 'device_code') return 'access_code'
  if (name === 'jwt') return 'application'
  return name === 'token_exchange' ? undefined : name
}

/** Returns whether a client that registers itself may have a grant. Refresh tokens come with the consent of an owner. */
export function isAllowedGrant(name: GrantType['name'], { grants }: RegisteredClientLimits): boolean {
  const needed = findDocumentGrant(name)
  if (needed === 'refresh_token') return grants.has('access_code') || grants.has('password')
  return needed !== undefined && grants.has(needed)
}
