/** The token endpoint (RFC 6749 section 3.2). oidc-provider runs the grant; writes are stored before the response. */
import type { Context } from 'koa'
import type { Client } from '../../consumers/index.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ServingParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import { alreadyUsedError } from '../state/single-use.ts'
import { openTokenWork, storeTokenWork, type TokenWork } from '../state/token-work.ts'

/** Returns the handler of token requests, which ignores `code_verifier` where it is not checked. It throws `OauthError`. */
export function buildTokenEndpoint(parts: ServingParts) {
  const { settings, serveByLibrary, clock } = parts

  return async function token(ctx: Context): Promise<void> {
    const read = await readClientForm(ctx)
    handOverForm(ctx, read, settings.pkce.enabled ? {} : { code_verifier: undefined })
    const state = getRequestState(ctx)
    state.work = openTokenWork(clock())
    await serveByLibrary(ctx)
    const body = referToToken(ctx.body as LibraryResponse, state.work, parts)
    await storeTokens(ctx, parts)
    ctx.body = renderTokenResponse(body, state.work)
    report(ctx, parts)
  }
}

/** Replaces the access token by a reference to it, where its API or its provider wants these. */
function referToToken(body: LibraryResponse, { now, writes, isReference }: TokenWork, { references }: ServingParts) {
  if (!isReference) return body
  const reference = references.generate()
  const { access_token: token, expires_in: life } = body
  writes.push({ run: () => references.save(reference, token, (now + life) * 1000) })
  return { ...body, access_token: reference }
}

/** Stores the tokens. Throws `invalid_grant` when their consent was revoked, or their code or refresh token used, meanwhile. */
async function storeTokens(ctx: Context, { revocations }: ServingParts): Promise<void> {
  const work = getTokenWork(ctx)
  const { consent, since: startedAt } = work
  if (consent && startedAt !== undefined && (await revocations.isConsentRevoked({ ...consent, startedAt }))) {
    throw alreadyUsed(work)
  }
  if (!(await storeTokenWork(work))) throw alreadyUsed(work)
}

function alreadyUsed({ spend, consent }: TokenWork) {
  return alreadyUsedError(spend?.what ?? 'refresh_token', consent?.clientId ?? '')
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
    ...(metadata !== undefined && { metadata }),
    scope,
    expires_in,
    consented_on: now,
    ...(refresh_token !== undefined && {
      refresh_token,
      refresh_token_expires_in: Math.floor((refreshExpiresAt ?? 0) / 1000) - now,
    }),
    ...more,
  }
}

function report(ctx: Context, { events }: ServingParts): void {
  const state = getRequestState(ctx)
  const { requestId, client, grant = '' } = state
  state.issuedScope = (ctx.body as LibraryResponse).scope
  events({ kind: 'issued', requestId, clientId: (client as Client).clientId, grant })
}
