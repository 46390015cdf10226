/**
 * The introspection endpoint: RFC 7662, by oidc-provider, with additional members that API Connect returns.
 *
 * A client can introspect its own tokens. The applications that the settings name can introspect the tokens of
 * all clients. Any other token is reported as not active, without further members (section 2.2). The revocation endpoint reads
 * tokens in the same way.
 */
import type { Context } from 'koa'
import { renderEpochSeconds } from '../../lib/time/render-time.ts'
import { invalidClientError, unavailableTokenError } from '../errors/oauth-error.ts'
import { requireParameter } from '../request/form.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import type { Consent } from '../state/consent.ts'
import type { VerifiedAccessToken } from '../tokens/verify-access-token.ts'

/** Returns the handler of introspection requests. It throws `invalid_client` for a public client. */
export function buildIntrospectEndpoint(parts: ServingParts) {
  const { issuer, audience, serveByLibrary, clock } = parts
  return async function introspect(ctx: Context): Promise<void> {
    await handOverToken(ctx, parts)
    await serveByLibrary(ctx)
    const { client, presented, consent } = getRequestState(ctx)
    // RFC 7662 section 2.1: the caller must be authenticated, and a client id without a secret proves nothing.
    if (client?.application.clientType === 'public') throw invalidClientError('a public client cannot introspect')

    const { active, exp } = ctx.body as { active: boolean; exp: number }
    if (!active) return
    const now = Math.floor(clock() / 1000)
    const facts = presented ? accessTokenFacts(presented, audience) : consent && refreshTokenFacts(consent, exp)
    if (facts) ctx.body = render(facts, issuer, now)
  }
}

/** The facts that access tokens and refresh tokens have in common. Times are in seconds since the epoch. */
type Facts = ReturnType<typeof accessTokenFacts> | ReturnType<typeof refreshTokenFacts>

function accessTokenFacts(token: VerifiedAccessToken, audience: string) {
  return {
    ...token,
    username: token.grant === 'client_credentials' ? undefined : token.subject,
    type: token.binding?.jkt ? 'DPoP' : 'Bearer',
    exp: token.expiresAt,
    iat: token.issuedAt,
    oneTime: false,
    more: {
      aud: token.resource ?? audience,
      jti: token.id,
      ...(token.binding && { cnf: token.binding }),
      ...(token.authorizationDetails && { authorization_details: token.authorizationDetails }),
    },
  }
}

function refreshTokenFacts(consent: Consent, exp: number) {
  return {
    ...consent,
    username: consent.subject,
    type: 'refresh_token',
    exp,
    iat: consent.startedAt,
    oneTime: true,
    more: {},
  }
}

function render(facts: Facts, issuer: string, now: number) {
  const { exp, iat, username, metadata } = facts
  const issuedAt = renderEpochSeconds(iat)
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
    nbfstr: issuedAt,
    consented_on: iat,
    consented_on_str: issuedAt,
    one_time_use: facts.oneTime,
    sub: facts.subject,
    iss: issuer,
    ...facts.more,
    ...(metadata !== undefined && { metadata }),
  }
}

/** Handles revocation requests (RFC 7009, by oidc-provider): an access token alone, a refresh token with its chain. */
export function buildRevokeEndpoint(parts: ServingParts) {
  return async function revoke(ctx: Context): Promise<void> {
    await handOverToken(ctx, parts)
    await parts.serveByLibrary(ctx)
    ctx.body = { status: 'success' } // RFC 7009 section 2.2: also for an unknown token
  }
}

/** Reads the form, verifies the token if it is an access token, and hands the form over. Throws `invalid_request`. */
async function handOverToken(ctx: Context, { verify }: ServingParts): Promise<void> {
  const read = await readClientForm(ctx)
  const text = requireParameter(read.form, 'token')
  const token = await verify(text)
  if ('refused' in token && token.refused === 'unavailable') throw unavailableTokenError(token.reason)
  if (!('refused' in token)) {
    getRequestState(ctx).presented = token
    return handOverForm(ctx, read, { token_type_hint: 'access_token', token: token.id })
  }
  // A text with dots is no refresh token; without them, no model of the library finds it, and the library accepts it.
  handOverForm(ctx, read, { token_type_hint: 'refresh_token', token: text.replaceAll('.', '') || 'none' })
}
