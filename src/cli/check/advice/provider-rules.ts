/** Advice about OAuth providers: RFC 9700, best current practice of OAuth 2.0 security. */
import type { ProviderSettings } from '../../../config/types/index.ts'
import { type AdviceRule, adviseEach } from './advice-rule.ts'

const maxAdvisedTtlSeconds = 86_400

/** Each returns a sentence about a provider that could be safer; undefined otherwise. */
const rules: Readonly<Record<string, (provider: ProviderSettings) => string | undefined>> = {
  passwordGrant: ({ name, grants }) =>
    grants.has('password')
      ? `${name} supports the password grant: the application sees the password of the user - RFC 9700 section 2.4 forbids it`
      : undefined,

  codesWithoutPkce: ({ name, grants, pkce }) =>
    grants.has('access_code') && !(pkce.enabled && pkce.required)
      ? `${name} issues authorization codes without requiring PKCE: a stolen code can be redeemed - RFC 9700 section 2.1.1`
      : undefined,

  plainPkce: ({ name, grants, pkce }) =>
    grants.has('access_code') && pkce.enabled && pkce.allowPlain
      ? `${name} allows the PKCE method "plain", which does not protect codes against those who see the request - RFC 7636 section 7.2`
      : undefined,

  reusableRefreshTokens: ({ name, refreshToken, clientTypes }) =>
    refreshToken.enabled && !refreshToken.oneTimeUse && clientTypes.has('public')
      ? `refresh tokens of ${name} work more than once, also for public clients: the use of a stolen one is not detected - RFC 9700 section 2.2.2`
      : undefined,

  longLivedTokens: ({ name, accessToken, revocation }) =>
    accessToken.ttl > maxAdvisedTtlSeconds && !revocation.enabled
      ? `access tokens of ${name} are valid for ${Math.round(accessToken.ttl / 3600)} hours and cannot be revoked: shorten their lifetime, or enable revocation - RFC 6819 section 5.1.5.3`
      : undefined,

  debugHeaders: ({ name, debug }) =>
    debug
      ? `${name} explains rejections to callers that send the debug header: switch this off in production`
      : undefined,

  uncountedFailedAttempts({ name, failedAttempts }) {
    const uncounted = (['user', 'client'] as const).filter((who) => failedAttempts[who].count === 0)
    if (uncounted.length === 0) return undefined
    return `${name} counts no failed attempts of a ${uncounted.join(' or a ')}: passwords and secrets can be guessed - RFC 6749 sections 2.3.1 and 4.3.2`
  },
}

export const providerRules: readonly AdviceRule[] = Object.values(rules).map((rule) =>
  adviseEach(({ providers }) => providers.values(), rule),
)
