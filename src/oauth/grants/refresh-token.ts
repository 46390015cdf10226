/**
 * The refresh grant: RFC 6749 section 6, with rotation.
 *
 * The library's own handler marks a token as used without learning whether another caller was first, so it can
 * let two through. Here the store decides, and it decides once.
 */
import type { Ceiling } from '../ceilings.ts'
import { OauthError } from '../errors/errors.ts'
import { narrowScopes } from '../scopes.ts'
import type { Kept } from '../state/refresh-tokens.ts'
import { type Grant, type GrantRequest, type GrantTools, required } from './grant.ts'
import { answerOnce, suspectTheft, wasUsed } from './once.ts'

export const refreshToken: Grant = {
  type: 'refresh_token',
  name: 'refresh_token',
  parameters: ['refresh_token', 'scope'],

  build(tools) {
    const { settings, refreshTokens, revocations, ceilings } = tools

    return async function refreshToken(request) {
      const text = required(request, 'refresh_token')
      const kept = await refreshTokens.find(text)
      if (!kept || kept.consent.clientId !== request.client.clientId) {
        throw refused('is unknown, expired or of another client')
      }
      if (kept.spentMs !== undefined) {
        await suspectTheft(kept.consent, kept.spentMs, request, tools)
        throw wasUsed('refresh_token', request)
      }
      if (await revocations.isEnded(kept.consent.chain)) throw wasUsed('refresh_token', request)

      const { subject, ceiling, scopes: granted } = kept.consent
      const limits = [...ceilings.ofClient(request.client), ...(await ceilings.ofUserNow(subject, ceiling))]
      const scopes = narrowScopes(request.parameters.scope, granted, limits)
      const rotates = settings.refreshToken.oneTimeUse || request.client.application.clientType === 'public'
      return rotates
        ? rotate(kept, { scopes, limits }, request, tools)
        : repeat(text, kept, { scopes, limits }, request, tools)
    }
  },
}

interface Granted {
  scopes: readonly string[]
  /** The ceilings as they are now. */
  limits: readonly Ceiling[]
}

/** A new refresh token for the old one. */
async function rotate(kept: Kept, { scopes, limits }: Granted, request: GrantRequest, tools: GrantTools) {
  const { settings, refreshTokens, answer } = tools
  const consent = { ...kept.consent, refreshes: kept.consent.refreshes + 1 }
  if (consent.refreshes > settings.refreshToken.count) throw refused('has been renewed as often as it may be')

  const tokens = await answerOnce(
    () => answer(consent, request.client, limits, { scopes }),
    () => refreshTokens.spend(kept),
    tools,
  )
  if (!tokens) throw wasUsed('refresh_token', request)
  return tokens
}

/** The same refresh token again, as long as its chain has refreshes left. */
async function repeat(
  text: string,
  kept: Kept,
  { scopes, limits }: Granted,
  { client }: GrantRequest,
  { settings, store, kinds, answer }: GrantTools,
) {
  const refreshes = await store.count(kinds.refreshes, kept.consent.chain, 1, kept.expiresAt)
  if (refreshes > settings.refreshToken.count) throw refused('has been used as often as it may be')
  const refreshToken = { token: text, expiresAt: kept.expiresAt }
  return answer(kept.consent, client, limits, { scopes, refreshToken })
}

function refused(what: string): OauthError {
  return new OauthError('invalid_grant', `The refresh token ${what}`)
}
