/** The grants that exist, and those that a provider offers. */
import type { ProviderSettings } from '../../config/types.ts'
import { clientCredentials } from './client-credentials.ts'
import type { Grant } from './grant.ts'
import { password } from './password.ts'
import { refreshToken } from './refresh-token.ts'

/** Every grant that a provider can offer. */
export const grants = [password, clientCredentials, refreshToken] as const

/** Refresh is not named among the grants of a document; it goes with refresh tokens. */
export function grantsOf(settings: ProviderSettings): Grant[] {
  return grants.filter(({ name }) =>
    name === 'refresh_token' ? settings.refreshToken.enabled : settings.grants.has(name),
  )
}
