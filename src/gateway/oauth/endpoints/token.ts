/**
 * The token endpoint (RFC 6749 section 3.2). The way of a token request, in its order; `lib/` is that of oidc-provider:
 *
 *  1. `error-boundary.ts` opens the state of the request, and renders what any step throws.
 *  2. `readClientForm` reads the form once, refuses secrets in the query, and notes which client the request claims.
 *  3. `openTokenWork` opens the work: the consent, ceilings, scopes and writes that the steps below decide.
 *  4. `serveByLibrary` runs `lib/actions/token.js`, which assembles the parameters, and then
 *     - authenticates the client: `client-adapter.ts` finds it (`Client.find`) and compares the hash of its secret
 *       (`compareClientSecret`), counted by `authenticate-client.ts`;
 *     - refuses grants that the client or the provider does not have, repeated parameters, and malformed scopes;
 *     - calls the handler of the grant. Ours are in `grants/`: they find the owner, decide the scopes
 *       (`grant-scopes.ts`) within the ceilings, write the consent into the work, and end in `issueTokens`. Those of the
 *       library find the code or refresh token through `token-adapters.ts`, which writes its consent into the work.
 *  5. `decideAccessToken` decides what the access token says, after the assembly of the provider (`decideToken`) where
 *     it has one. Our grants call it; for those of the library, `token-configuration.ts` does, in `formats.customizers.jwt`.
 *  6. The access token is signed by the current key; the refresh token is a random text. Nothing is stored so far.
 *  7. `referToToken` refuses one that is too long, and replaces it by a reference where its API wants one.
 *  8. `storeTokens` stores all writes in one commit, and refuses when the code, the refresh token or the consent was
 *     used or revoked meanwhile.
 *  9. `renderTokenResponse` orders the members as API Connect does, and `report` counts the token.
 */
import type { Context } from 'koa'
import { errors } from 'oidc-provider'
import type { Client } from '../../consumers/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import { omitUnknownScopes } from '../scopes/grant-scopes.ts'
import { alreadyUsedError } from '../state/single-use.ts'
import { hashRecordId } from '../state/storage-keys.ts'
import { openTokenWork, storeTokenWork, type TokenWork } from '../state/token-work.ts'
import { maxTokenLength } from '../tokens/verify-access-token.ts'

/**
 * Returns the handler of token requests. It leaves out scopes of OpenID Connect that the provider lacks, and a
 * `code_verifier` that is not checked. It throws `OauthError`.
 */
export function buildTokenEndpoint(parts: ServingParts) {
  const { settings, serveByLibrary, clock } = parts

  return async function token(ctx: Context): Promise<void> {
    const read = await readClientForm(ctx)
    handOverForm(ctx, read, {
      scope: omitUnknownScopes(read.form.get('scope'), settings),
      code_verifier: settings.pkce.enabled ? read.form.get('code_verifier') : undefined,
    })
    const state = getRequestState(ctx)
    state.work = openTokenWork(clock())
    await serveByLibrary(ctx).catch((error) => limitPolls(error, read.form.get('device_code') ?? '', parts))
    const body = referToToken(ctx.body as LibraryResponse, state.work, parts)
    await storeTokens(ctx, parts)
    ctx.body = renderTokenResponse(body, state.work)
    report(ctx, parts)
  }
}

/** The shortest time between two requests of a device, in ms: 5 s (RFC 8628 section 3.2), less network delays. */
const pollIntervalMs = 4_000

/** Throws the error, or `slow_down` for a device that asks again before its interval: RFC 8628 section 3.5. */
async function limitPolls(error: unknown, code: string, { store, storageKeys, clock }: ServingParts): Promise<never> {
  if (!(error instanceof errors.AuthorizationPending)) throw error
  const options = { expiresAt: clock() + pollIntervalMs }
  if (await store.create(storageKeys.model('DevicePoll'), hashRecordId(code), true, options)) throw error
  const words = 'The device asks too often: wait 5 seconds longer between two requests'
  throw new OauthError('slow_down', words, { status: 400 })
}

/** Replaces the access token by a reference, where its API or its provider wants these. Throws for a long one. */
function referToToken(body: LibraryResponse, { now, writes, isReference }: TokenWork, { references }: ServingParts) {
  const { access_token: token, expires_in: life } = body
  const words = `The access token would be longer than the accepted ${maxTokenLength} characters: ask for fewer scopes`
  if (token.length > maxTokenLength) throw new OauthError('invalid_scope', words)
  if (!isReference) return body
  const reference = references.generate()
  writes.push({ run: () => references.save(reference, token, (now + life) * 1000) })
  return { ...body, access_token: reference }
}

/** Stores the tokens. Throws `invalid_grant` when their consent was revoked, or their code or refresh token used, meanwhile. */
async function storeTokens(ctx: Context, { revocations }: ServingParts): Promise<void> {
  const work = getTokenWork(ctx)
  const { consent, spend, since: startedAt } = work
  const isRevoked =
    consent && startedAt !== undefined && (await revocations.isConsentRevoked({ ...consent, startedAt }))
  if (isRevoked || !(await storeTokenWork(work)))
    throw alreadyUsedError(spend?.what ?? 'refresh_token', consent?.clientId ?? '')
}

/** The response of oidc-provider. */
interface LibraryResponse {
  access_token: string
  expires_in: number
  id_token?: string
  refresh_token?: string
  scope: string
  token_type: string
}

/** Returns a token response (RFC 6749 section 5.1) in API Connect's order. Lives and `consented_on` in seconds. */
function renderTokenResponse(
  { token_type, access_token, expires_in, scope, refresh_token, ...more }: LibraryResponse,
  { now, metadata, refreshExpiresAt }: TokenWork,
) {
  return {
    token_type,
    access_token,
    metadata,
    scope,
    expires_in,
    consented_on: now,
    refresh_token,
    refresh_token_expires_in:
      refresh_token === undefined ? undefined : Math.floor((refreshExpiresAt ?? 0) / 1000) - now,
    ...more,
  }
}

function report(ctx: Context, { events }: ServingParts): void {
  const state = getRequestState(ctx)
  const { requestId, client, grant = '' } = state
  state.issuedScope = (ctx.body as LibraryResponse).scope
  events({ kind: 'issued', requestId, clientId: (client as Client).clientId, grant })
}
