/**
 * Upper limits for access tokens and refresh tokens of an application, a plan, a registry or a user. A member
 * that is absent sets no limit; the provider's settings then apply alone.
 */
export interface TokenCeiling {
  scopes?: readonly string[] | undefined
  /** Seconds. */
  accessTokenTtl?: number | undefined
  /** Seconds. */
  refreshTokenTtl?: number | undefined
}

/** Renders a ceiling as text: `at most the scopes customer, orders; access tokens expire after 900 s at most`. */
export function renderTokenCeiling({ scopes, accessTokenTtl, refreshTokenTtl }: TokenCeiling): string {
  const parts = [
    scopes && `at most the scopes ${scopes.join(', ') || '(none)'}`,
    accessTokenTtl !== undefined && `access tokens expire after ${accessTokenTtl} s at most`,
    refreshTokenTtl !== undefined && `refresh tokens expire after ${refreshTokenTtl} s at most`,
  ]
  return parts.filter(Boolean).join('; ') || 'no limit'
}
