/** The grants that exist, and those that a provider offers. */
import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { authorizationCode } from './authorization-code.ts'
import { clientCredentials } from './client-credentials.ts'
import type { Grant } from './grant.ts'
import { password } from './password.ts'
import { refreshToken } from './refresh-token.ts'

/** Every grant that a provider can offer. */
export const grants = [password, clientCredentials, authorizationCode, refreshToken] as const

/** Refresh is not named among the grants of a document; it goes with refresh tokens. */
export function grantsOf(settings: ProviderSettings): Grant[] {
  return grants.filter(({ name }) =>
    name === 'refresh_token' ? settings.refreshToken.enabled : settings.grants.has(name),
  )
}

/** Whether a client may use a grant that its provider offers. Undefined grants are all of them. */
export function mayUse({ application }: Client, { name }: Grant): boolean {
  if (name === 'access_code' && application.redirectEndpoints.length === 0) return false // nowhere to send codes to
  return application.grants?.has(name) ?? true
}
