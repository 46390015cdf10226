/**
 * Builds the response of the token endpoint: an access token for a consent, and its refresh token.
 *
 * RFC 6749 section 5.1. The members keep the order of API Connect.
 */
import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import { type AppliedTokenCeiling, limitLifetimeSeconds } from '../scopes/token-ceilings.ts'
import { type Consent, hasOwner } from '../state/consent.ts'
import type { OwnerConsents } from '../state/owner-consents.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import { issueAccessToken, type TokenAudience } from './access-tokens.ts'

/**
 * The JSON body of a successful token response. Lives (`…_in`) are in seconds, and `consented_on` in seconds
 * since the epoch.
 */
export interface TokenResponse {
  token_type: 'Bearer'
  access_token: string
  /** The text that the registry adds to the response. */
  metadata?: string
  scope: string
  expires_in: number
  consented_on: number
  refresh_token?: string
  refresh_token_expires_in?: number
}

/** What differs between the grants. */
export interface IssueTokensOptions {
  /** The scopes of the access token, when they are fewer than those of the consent. */
  scopes?: readonly string[]
  /** The text of the member `metadata`. */
  metadata?: string | undefined
  /** The refresh token to return. Without it a new one is issued, if the client may use refresh tokens. */
  refreshToken?: { token: string; expiresAt: number }
  /** Writes what belongs to the tokens, at the same time as these, so that all share a commit. */
  writeAlong?: () => Promise<void>
}

/**
 * Returns the token response of a consent. The ceilings limit the lives of the tokens; the scopes must already be
 * within them. Throws `invalid_grant` when the maximum consent has ended, and `SigningUnavailableError`.
 */
export type IssueTokens = (
  consent: Consent,
  client: Client,
  ceilings: readonly AppliedTokenCeiling[],
  options?: IssueTokensOptions,
) => Promise<TokenResponse>

/** The dependencies of `buildIssueTokens`. */
export interface IssueTokensDeps extends TokenAudience {
  settings: ProviderSettings
  keys: SigningKeys
  refreshTokens: RefreshTokens
  consents: OwnerConsents
  clock: Clock
}

/** Returns the function that issues the tokens of one provider. */
export function buildIssueTokens(deps: IssueTokensDeps): IssueTokens {
  const { settings, keys, refreshTokens, consents, clock } = deps

  return async function answer(consent, client, ceilings, options = {}) {
    const now = Math.floor(clock() / 1000)
    const scopes = options.scopes ?? consent.scopes
    const end = endOf(consent)
    if (end <= now) throw new OauthError('invalid_grant', 'The consent has ended; the owner must sign in again')

    const accessLife = limitLifetimeSeconds('accessTokenTtl', settings.accessToken.ttl, ceilings)
    const refreshLife = limitLifetimeSeconds('refreshTokenTtl', settings.refreshToken.ttl, ceilings)
    const exp = Math.min(now + accessLife, end)
    const refreshEnd = Math.min(now + refreshLife, end)
    // Before any write, so that a failure of an external signer uses up no code and no refresh token.
    const accessToken = await issueAccessToken(deps, keys, consent, scopes, { iat: now, exp })
    const [refresh] = await Promise.all([
      options.refreshToken ?? newRefreshToken(consent, client, refreshEnd * 1000),
      consents.save(consent, Math.max(exp, refreshEnd) * 1000),
      options.writeAlong?.(),
    ])
    return {
      token_type: 'Bearer',
      access_token: accessToken,
      ...(options.metadata !== undefined && { metadata: options.metadata }),
      scope: scopes.join(' '),
      expires_in: exp - now,
      consented_on: now,
      ...(refresh && {
        refresh_token: refresh.token,
        refresh_token_expires_in: Math.floor(refresh.expiresAt / 1000) - now,
      }),
    }
  }

  /**
   * Returns when the consent ends, in seconds since the epoch: `maximumConsent` counts from the first token of
   * the chain.
   */
  function endOf(consent: Consent): number {
    return settings.maximumConsent > 0 ? consent.startedAt + settings.maximumConsent : Number.MAX_SAFE_INTEGER
  }

  async function newRefreshToken(consent: Consent, client: Client, expiresAt: number) {
    if (!mayUseRefreshTokens(settings, client) || !hasOwner(consent)) return undefined // RFC 6749 section 4.4.3
    return { token: await refreshTokens.issue(consent, expiresAt), expiresAt }
  }
}

/** Returns whether a client receives refresh tokens and may use them. */
function mayUseRefreshTokens(settings: ProviderSettings, { application }: Client): boolean {
  return settings.refreshToken.enabled && (application.grants?.has('refresh_token') ?? true)
}
