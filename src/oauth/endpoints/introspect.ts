/**
 * The introspection endpoint: RFC 7662, with additional members that API Connect returns.
 *
 * A client can introspect its own tokens. The applications that the settings name can introspect the tokens of
 * all clients. Any other token is reported as not active, without further members (section 2.2).
 */
import type { Context } from 'koa'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { renderEpochSeconds } from '../../lib/time/render-time.ts'
import { invalidClientError } from '../errors/oauth-error.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import { requireParameter } from '../request/form.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { VerifyAccessToken } from '../tokens/verify-access-token.ts'
import { readAuthenticatedForm } from './authenticated-form.ts'

/** The dependencies of the introspection endpoint. */
export interface IntrospectEndpointDeps {
  issuer: string
  audience: string
  settings: Pick<ProviderSettings, 'introspection'>
  authenticateClient: AuthenticateClient
  verify: VerifyAccessToken
  refreshTokens: RefreshTokens
  revocations: Revocations
  clock: Clock
}

const inactive = { active: false }

/** Returns the handler of introspection requests. It throws `invalid_client` for a public client. */
export function buildIntrospectEndpoint(deps: IntrospectEndpointDeps) {
  const { issuer, settings, authenticateClient, clock } = deps
  const { applications } = settings.introspection

  return async function introspect(ctx: Context): Promise<void> {
    const { client, form } = await readAuthenticatedForm(ctx, authenticateClient)
    // RFC 7662 section 2.1: the caller must be authenticated, and a client id without a secret proves nothing.
    if (client.application.clientType === 'public') throw invalidClientError('a public client cannot introspect')

    const token = requireParameter(form, 'token')
    const facts = accessTokenFacts(token, deps) ?? (await refreshTokenFacts(token, deps))
    const mayIntrospect = facts?.clientId === client.clientId || applications.has(client.application.name)
    ctx.body = facts && mayIntrospect ? render(facts, issuer, Math.floor(clock() / 1000)) : inactive
  }
}

/** The facts that access tokens and refresh tokens have in common. Times are in seconds since the epoch. */
interface Facts {
  clientId: string
  scopes: Iterable<string>
  username: string | undefined
  subject: string
  type: 'Bearer' | 'refresh_token'
  grant: string
  exp: number
  iat: number
  metadata?: string | undefined
  oneTime: boolean
  more: object
}

function accessTokenFacts(text: string, { verify, audience }: IntrospectEndpointDeps): Facts | undefined {
  const token = verify(text)
  if ('refused' in token) return undefined
  return {
    ...token,
    username: token.grant === 'client_credentials' ? undefined : token.subject,
    type: 'Bearer',
    exp: token.expiresAt,
    iat: token.issuedAt,
    oneTime: false,
    more: { aud: audience, jti: token.id },
  }
}

async function refreshTokenFacts(text: string, deps: IntrospectEndpointDeps): Promise<Facts | undefined> {
  const stored = await deps.refreshTokens.find(text)
  if (!stored || stored.spentForMs !== undefined) return undefined
  if (await deps.revocations.isConsentRevoked(stored.consent)) return undefined
  return {
    ...stored.consent,
    username: stored.consent.subject,
    type: 'refresh_token',
    exp: Math.floor(stored.expiresAt / 1000),
    iat: stored.consent.startedAt,
    oneTime: true,
    more: {},
  }
}

function render(facts: Facts, issuer: string, now: number) {
  const { exp, iat, username, metadata } = facts
  return {
    active: true,
    scope: [...facts.scopes].join(' '),
    client_id: facts.clientId,
    ...(username !== undefined && { username }),
    token_type: facts.type,
    grant_type: facts.grant,
    ttl: exp - now,
    exp,
    expstr: renderEpochSeconds(exp),
    iat,
    nbf: iat,
    nbfstr: renderEpochSeconds(iat),
    consented_on: iat,
    consented_on_str: renderEpochSeconds(iat),
    one_time_use: facts.oneTime,
    sub: facts.subject,
    iss: issuer,
    ...facts.more,
    ...(metadata !== undefined && { metadata }),
  }
}
