/**
 * The most that an access token and a refresh token may have, of an application, a plan, a registry or a user. A member
 * that is absent limits nothing: then the provider alone decides.
 */
export interface TokenCeiling {
  scopes?: readonly string[]
  /** Seconds. */
  accessTokenTtl?: number
  /** Seconds. */
  refreshTokenTtl?: number
}

/** In words: `at most the scopes customer, orders; access tokens live 900 s at most`. */
export function renderTokenCeiling({ scopes, accessTokenTtl, refreshTokenTtl }: TokenCeiling): string {
  const parts = [
    scopes && `at most the scopes ${scopes.join(', ') || '(none)'}`,
    accessTokenTtl !== undefined && `access tokens live ${accessTokenTtl} s at most`,
    refreshTokenTtl !== undefined && `refresh tokens live ${refreshTokenTtl} s at most`,
  ]
  return parts.filter(Boolean).join('; ') || 'no limit'
}
