/**
 * The refresh token grant: RFC 6749 section 6, with rotation.
 *
 * The handler of oidc-provider marks a token as used without checking whether another request was first, so that
 * two requests can succeed. Here an atomic operation of the store lets exactly one succeed.
 */

import { OauthError } from '../errors/oauth-error.ts'
import { narrowRefreshedScopes } from '../scopes/grant-scopes.ts'
import type { AppliedTokenCeiling } from '../scopes/token-ceilings.ts'
import type { StoredRefreshToken } from '../state/refresh-tokens.ts'
import { type GrantDeps, type GrantRequest, type GrantType, requireGrantParameter } from './grant-type.ts'
import { alreadyUsedError, issueOnce, revokeChainOnReuse } from './single-use.ts'

/**
 * Issues a new access token for a refresh token. Throws `invalid_grant`, and revokes the chain of a refresh token
 * that is reused.
 */
export const refreshTokenGrant: GrantType = {
  type: 'refresh_token',
  name: 'refresh_token',
  parameters: ['refresh_token', 'scope'],

  build(deps) {
    const { settings, refreshTokens, revocations, ceilings } = deps

    return async function refreshToken(request) {
      const text = requireGrantParameter(request, 'refresh_token')
      const kept = await refreshTokens.find(text)
      if (!kept || kept.consent.clientId !== request.client.clientId) {
        throw refused('is unknown, expired or was issued to another client')
      }
      if (kept.spentForMs !== undefined) {
        await revokeChainOnReuse(kept.consent, kept.spentForMs, request, deps)
        throw alreadyUsedError('refresh_token', request)
      }

      const { subject, ceiling, scopes: granted } = kept.consent
      const limits = [...ceilings.findForClient(request.client), ...(await ceilings.refreshForUser(subject, ceiling))]
      // After the look-up in the registry, which can take seconds, so that no token is issued for a consent revoked meanwhile.
      if (await revocations.isConsentRevoked(kept.consent)) throw alreadyUsedError('refresh_token', request)
      const scopes = narrowRefreshedScopes(request.parameters.scope, granted, limits)
      const rotates = settings.refreshToken.oneTimeUse || request.client.application.clientType === 'public'
      return rotates
        ? rotate(kept, { scopes, limits }, request, deps)
        : repeat(text, kept, { scopes, limits }, request, deps)
    }
  },
}

interface Granted {
  scopes: readonly string[]
  /** The ceilings that apply at this moment. */
  limits: readonly AppliedTokenCeiling[]
}

/** Issues a new refresh token and marks the old one as used. */
async function rotate(kept: StoredRefreshToken, { scopes, limits }: Granted, request: GrantRequest, deps: GrantDeps) {
  const { settings, refreshTokens, answer } = deps
  const consent = { ...kept.consent, refreshes: kept.consent.refreshes + 1 }
  if (consent.refreshes > settings.refreshToken.count) throw refused('has reached its maximum number of refreshes')

  const tokens = await issueOnce(
    (writeAlong) => answer(consent, request.client, limits, { scopes, writeAlong }),
    () => refreshTokens.spend(kept),
    deps,
  )
  if (!tokens) throw alreadyUsedError('refresh_token', request)
  return tokens
}

/** Returns the same refresh token, until the chain has reached its maximum number of refreshes. */
async function repeat(
  text: string,
  kept: StoredRefreshToken,
  { scopes, limits }: Granted,
  { client }: GrantRequest,
  { settings, store, storageKeys, answer }: GrantDeps,
) {
  const refreshes = await store.count(storageKeys.refreshes, kept.consent.chain, 1, kept.expiresAt)
  if (refreshes > settings.refreshToken.count) throw refused('has reached its maximum number of refreshes')
  const refreshToken = { token: text, expiresAt: kept.expiresAt }
  return answer(kept.consent, client, limits, { scopes, refreshToken })
}

function refused(what: string): OauthError {
  return new OauthError('invalid_grant', `The refresh token ${what}`)
}
