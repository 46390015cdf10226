/** The table of grant types, and which of them a provider and a client can use. */
import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { authorizationCodeGrant } from './authorization-code.ts'
import { clientCredentialsGrant } from './client-credentials.ts'
import type { GrantType } from './grant-type.ts'
import { passwordGrant } from './password.ts'
import { refreshTokenGrant } from './refresh-token.ts'

/** All grant types that a provider can offer. */
export const grantTypes = [passwordGrant, clientCredentialsGrant, authorizationCodeGrant, refreshTokenGrant] as const

/**
 * Returns the grant types that a provider offers. The settings of refresh tokens enable `refresh_token`, which
 * documents do not list as a grant.
 */
export function selectGrantTypes(settings: ProviderSettings): GrantType[] {
  return grantTypes.filter(({ name }) =>
    name === 'refresh_token' ? settings.refreshToken.enabled : settings.grants.has(name),
  )
}

/**
 * Returns whether a client may use a grant type of its provider. An application without a list of grants may use
 * all of them.
 */
export function mayUseGrant({ application }: Client, { name }: GrantType): boolean {
  if (name === 'access_code' && application.redirectEndpoints.length === 0) return false // no URL to send a code to
  return application.grants?.has(name) ?? true
}
