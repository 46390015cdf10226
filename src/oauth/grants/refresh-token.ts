/**
 * The refresh grant: RFC 6749 section 6, with rotation and the detection of reuse of RFC 9700 section 4.14.2.
 *
 * The library's own handler marks a token as used without learning whether another caller was first, so it can
 * let two through. Here the store decides, and it decides once.
 */
import type { Client } from '../../consumers/index.ts'
import { OauthError } from '../errors.ts'
import { narrowScopes } from '../scopes.ts'
import type { Kept } from '../state/refresh-tokens.ts'
import type { TokenAnswer } from '../tokens/answer.ts'
import { type Grant, type GrantRequest, type GrantTools, required } from './grant.ts'

export const refreshToken: Grant = {
  type: 'refresh_token',
  name: 'refresh_token',
  parameters: ['refresh_token', 'scope'],

  build(tools) {
    const { settings, refreshTokens } = tools

    return async function refreshToken(request) {
      const text = required(request, 'refresh_token')
      const kept = await refreshTokens.find(text)
      if (kept?.consent.clientId !== request.client.clientId)
        throw refused('is unknown, expired or of another client')
      if (kept.spentMs !== undefined) return reused(kept, request, tools)
      if (await tools.revocations.isEnded(kept.consent.chain)) throw wasUsed(request.client)

      const scopes = narrowScopes(request.parameters.scope, kept.consent.scopes)
      const rotates = settings.refreshToken.oneTimeUse || request.client.application.clientType === 'public'
      return rotates ? rotate(kept, scopes, request, tools) : repeat(text, kept, scopes, request, tools)
    }
  },
}

/** A new refresh token for the old one. */
async function rotate(kept: Kept, scopes: readonly string[], request: GrantRequest, tools: GrantTools) {
  const { settings, refreshTokens, answer } = tools
  const consent = { ...kept.consent, refreshes: kept.consent.refreshes + 1 }
  if (consent.refreshes > settings.refreshToken.count) throw refused('has been renewed as often as it may be')

  // Both writes go out together, so that they share a commit. Nobody knows the new token until the old one is spent.
  const [tokens, first] = await Promise.all([
    answer(consent, request.client, { scopes }),
    refreshTokens.spend(kept),
  ])
  if (first) return tokens

  if (tokens.refresh_token) await refreshTokens.remove(tokens.refresh_token)
  throw wasUsed(request.client)
}

/** The same refresh token again, as long as its chain has refreshes left. */
async function repeat(
  text: string,
  kept: Kept,
  scopes: readonly string[],
  { client }: GrantRequest,
  { settings, store, kinds, answer }: GrantTools,
) {
  const refreshes = await store.count(kinds.refreshes, kept.consent.chain, 1, kept.expiresAt)
  if (refreshes > settings.refreshToken.count) throw refused('has been used as often as it may be')
  return answer(kept.consent, client, { scopes, refreshToken: { token: text, expiresAt: kept.expiresAt } })
}

async function reused(
  kept: Kept,
  { client, requestId }: GrantRequest,
  tools: GrantTools,
): Promise<TokenAnswer> {
  const { chain, subject } = kept.consent
  if (tools.refreshTokens.isTheft(kept)) {
    await tools.revocations.endChain(chain)
    tools.log.warn(
      { requestId, clientId: client.clientId, subject, chain },
      'a spent refresh token was presented again: its whole chain is revoked',
    )
  }
  throw wasUsed(client)
}

function wasUsed({ clientId }: Client): OauthError {
  return new OauthError(
    'invalid_grant',
    `*[${clientId}] refresh_token was used before or revoked, message rejected*`,
  )
}

function refused(what: string): OauthError {
  return new OauthError('invalid_grant', `The refresh token ${what}`)
}
