/**
 * The introspection endpoint: RFC 7662, with additional members that API Connect returns. oidc-provider introspects refresh tokens, and
 * authenticates clients with keys; it has no signed access tokens.
 *
 * A client can introspect its own tokens. The applications that the settings name can introspect the tokens of
 * all clients. Any other token is reported as not active, without further members (section 2.2). The revocation endpoint reads
 * tokens in the same way.
 */
import type { Context } from 'koa'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { renderEpochSeconds } from '../../../shared/lib/time/render-time.ts'
import type { Client } from '../../consumers/index.ts'
import { findKeyAuthentication } from '../engine/client-metadata.ts'
import { toStoreSeconds } from '../engine/library-time.ts'
import { invalidClientError, unavailableTokenError } from '../errors/oauth-error.ts'
import { isPublicClient } from '../request/authenticate-client.ts'
import { type FormParameters, requireParameter } from '../request/form.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import type { Consent } from '../state/consent.ts'
import type { VerifiedAccessToken } from '../tokens/verify-access-token.ts'

/** Returns the handler of introspection requests. It throws `invalid_client` for a public client. */
export function buildIntrospectEndpoint(parts: ServingParts) {
  const { issuer, audience, clock } = parts
  /** What does not change about verified tokens, which are the same objects as long as they are cached. */
  const rendered = new WeakMap<VerifiedAccessToken, ReturnType<typeof render>>()
  return async function introspect(ctx: Context): Promise<void> {
    const read = await readToken(ctx, parts)
    if (read.token && hasSecretOnly(ctx, read.form, parts)) return introspectSigned(ctx, read.token)
    await serveToken(ctx, read, parts)
    const { client, presented, consent } = getRequestState(ctx)
    rejectPublic(client)
    const { active, exp } = ctx.body as { active: boolean; exp: number }
    if (active && presented) ctx.body = renderAccessToken(presented)
    else if (active && consent)
      ctx.body = setLife(render(refreshTokenFacts(consent, toStoreSeconds(exp, clock), parts), issuer), clock())
  }

  /** Introspects an access token for a client with a secret: the library has no signed tokens. */
  async function introspectSigned(ctx: Context, token: VerifiedAccessToken): Promise<void> {
    const state = getRequestState(ctx)
    const { credentials = { id: '', secret: undefined }, address } = state
    state.client = await parts.authenticateClient(credentials, address)
    rejectPublic(state.client)
    ctx.body = (await parts.mayIntrospect(ctx, state.client, token)) ? renderAccessToken(token) : { active: false }
  }

  function renderAccessToken(token: VerifiedAccessToken) {
    const known = getOrCreate(rendered, token, () => render(accessTokenFacts(token, audience), issuer))
    return setLife(known, clock())
  }
}

/** RFC 7662 section 2.1: the caller must be authenticated, and a client id without a secret proves nothing. */
function rejectPublic(client: Client | undefined): void {
  if (isPublicClient(client)) throw invalidClientError('a public client cannot introspect')
}

/** Returns whether a client authenticates with a secret, in the form or a header, and with nothing else. */
function hasSecretOnly(ctx: Context, form: FormParameters, { consumers }: ServingParts): boolean {
  const { id = '', secret } = getRequestState(ctx).credentials ?? {}
  const client = consumers.find(id)
  return secret !== undefined && !form.has('client_assertion') && !(client && findKeyAuthentication(client))
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
      cnf: token.binding,
      authorization_details: token.authorizationDetails,
    },
  }
}

function refreshTokenFacts(consent: Consent, exp: number, { settings, consumers }: ServingParts) {
  return {
    ...consent,
    username: consent.subject,
    type: 'refresh_token',
    exp,
    iat: consent.startedAt,
    oneTime: settings.refreshToken.oneTimeUse || isPublicClient(consumers.find(consent.clientId)),
    more: {},
  }
}

function setLife<T extends { exp: number }>(rendered: T, now: number): T {
  return { ...rendered, ttl: rendered.exp - Math.floor(now / 1000) }
}

function render(facts: Facts, issuer: string) {
  const { exp, iat, username, metadata } = facts
  const issuedAt = renderEpochSeconds(iat)
  return {
    active: true,
    scope: [...facts.scopes].join(' '),
    client_id: facts.clientId,
    username,
    token_type: facts.type,
    grant_type: facts.grant,
    ttl: 0, // set for each response
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
    metadata,
  }
}

/** Handles revocation requests (RFC 7009, by oidc-provider): an access token alone, a refresh token with its chain. */
export function buildRevokeEndpoint(parts: ServingParts) {
  return async function revoke(ctx: Context): Promise<void> {
    await serveToken(ctx, await readToken(ctx, parts), parts)
    ctx.body = { status: 'success' } // RFC 7009 section 2.2: also for an unknown token
  }
}

/** Reads the form, and verifies the token if it is an access token. Throws `invalid_request`. */
async function readToken(ctx: Context, { verify }: ServingParts) {
  const read = await readClientForm(ctx)
  const text = requireParameter(read.form, 'token')
  const token = await verify(text)
  if (!('refused' in token)) return { ...read, token, reference: token.id }
  if (token.refused === 'unavailable') throw unavailableTokenError(token.reason)
  // A text with dots is no refresh token; without them, no model of the library finds it, and the library accepts it.
  return { ...read, token: undefined, reference: text.replaceAll('.', '') || 'none' }
}

/** Lets the library serve the request. It finds an access token by its id. */
function serveToken(ctx: Context, read: Awaited<ReturnType<typeof readToken>>, { serveByLibrary }: ServingParts) {
  const { token, reference } = read
  if (token) getRequestState(ctx).presented = token
  handOverForm(ctx, read, { token_type_hint: token ? 'access_token' : 'refresh_token', token: reference })
  return serveByLibrary(ctx)
}
