/** The grants that exist, and those that a provider offers. */
import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { authorizationCodeGrant } from './authorization-code.ts'
import { clientCredentialsGrant } from './client-credentials.ts'
import type { GrantType } from './grant-type.ts'
import { passwordGrant } from './password.ts'
import { refreshTokenGrant } from './refresh-token.ts'

/** Every grant that a provider can offer. */
export const grantTypes = [
  passwordGrant,
  clientCredentialsGrant,
  authorizationCodeGrant,
  refreshTokenGrant,
] as const

/** Refresh is not named among the grants of a document; it goes with refresh tokens. */
export function selectGrantTypes(settings: ProviderSettings): GrantType[] {
  return grantTypes.filter(({ name }) =>
    name === 'refresh_token' ? settings.refreshToken.enabled : settings.grants.has(name),
  )
}

/** Whether a client may use a grant that its provider offers. Undefined grants are all of them. */
export function mayUseGrant({ application }: Client, { name }: GrantType): boolean {
  if (name === 'access_code' && application.redirectEndpoints.length === 0) return false // nowhere to send codes to
  return application.grants?.has(name) ?? true
}
