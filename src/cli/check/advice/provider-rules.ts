/** Advice about OAuth providers: RFC 9700, best current practice of OAuth 2.0 security. */
import type { AdviceRule } from './advice.ts'

const maxAdvisedTtlSeconds = 86_400

export const passwordGrantRule: AdviceRule = function* ({ providers }) {
  for (const { name, grants, location } of providers.values()) {
    if (!grants.has('password')) continue
    yield {
      location,
      message: `${name} supports the password grant: the application sees the password of the user - RFC 9700 section 2.4 forbids it`,
    }
  }
}

export const codesWithoutPkceRule: AdviceRule = function* ({ providers }) {
  for (const { name, grants, pkce, location } of providers.values()) {
    if (!grants.has('access_code')) continue
    if (!pkce.enabled || !pkce.required)
      yield {
        location,
        message: `${name} issues authorization codes without requiring PKCE: a stolen code can be redeemed - RFC 9700 section 2.1.1`,
      }
    if (pkce.enabled && pkce.allowPlain)
      yield {
        location,
        message: `${name} allows the PKCE method "plain", which does not protect codes against those who see the request - RFC 7636 section 7.2`,
      }
  }
}

export const reusableRefreshTokensRule: AdviceRule = function* ({ providers }) {
  for (const { name, refreshToken, clientTypes, location } of providers.values()) {
    if (!refreshToken.enabled || refreshToken.oneTimeUse || !clientTypes.has('public')) continue
    yield {
      location,
      message: `refresh tokens of ${name} work more than once, also for public clients: the use of a stolen one is not detected - RFC 9700 section 2.2.2`,
    }
  }
}

export const longLivedTokensRule: AdviceRule = function* ({ providers }) {
  for (const { name, accessToken, revocation, location } of providers.values()) {
    if (accessToken.ttl <= maxAdvisedTtlSeconds || revocation.enabled) continue
    yield {
      location,
      message: `access tokens of ${name} are valid for ${Math.round(accessToken.ttl / 3600)} hours and cannot be revoked: shorten their lifetime, or enable revocation - RFC 6819 section 5.1.5.3`,
    }
  }
}

export const debugHeadersRule: AdviceRule = function* ({ providers }) {
  for (const { name, debug, location } of providers.values()) {
    if (debug)
      yield {
        location,
        message: `${name} explains rejections to callers that send the debug header: switch this off in production`,
      }
  }
}

export const uncountedFailedAttemptsRule: AdviceRule = function* ({ providers }) {
  for (const { name, failedAttempts, location } of providers.values()) {
    const uncounted = (['user', 'client'] as const).filter((who) => failedAttempts[who].count === 0)
    if (uncounted.length === 0) continue
    yield {
      location,
      message: `${name} counts no failed attempts of a ${uncounted.join(' or a ')}: passwords and secrets can be guessed - RFC 6749 sections 2.3.1 and 4.3.2`,
    }
  }
}
