/**
 * The revocation endpoint for applications: RFC 7009. An access token is revoked alone, a refresh token with its
 * whole chain.
 */
import type { Context } from 'koa'

import type { Client } from '../../consumers/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import { requireParameter } from '../request/form.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { VerifyAccessToken } from '../tokens/verify-access-token.ts'
import { readAuthenticatedForm } from './authenticated-form.ts'

/** The dependencies of the revocation endpoint. */
export interface RevokeEndpointDeps {
  authenticateClient: AuthenticateClient
  verify: VerifyAccessToken
  refreshTokens: RefreshTokens
  revocations: Revocations
}

/** Returns the handler of revocation requests. */
export function buildRevokeEndpoint({ authenticateClient, verify, refreshTokens, revocations }: RevokeEndpointDeps) {
  return async function revoke(ctx: Context): Promise<void> {
    const { client, form } = await readAuthenticatedForm(ctx, authenticateClient)
    await revokeText(requireParameter(form, 'token'), client)

    ctx.body = { status: 'success' } // RFC 7009 section 2.2: also for an unknown token
  }

  /** Ignores `token_type_hint`, which is only an optimisation (section 2.1): both look-ups are fast. */
  async function revokeText(text: string, client: Client): Promise<void> {
    const token = verify(text)
    if (!('refused' in token)) {
      refuseForeign(token.clientId, client)
      return revocations.revokeToken(token.id, token.expiresAt * 1000)
    }
    const kept = await refreshTokens.find(text)
    if (!kept) return
    refuseForeign(kept.consent.clientId, client)
    await revocations.endChain(kept.consent.chain)
  }
}

/** Throws `unauthorized_client` unless the token was issued to the client. RFC 7009 section 2.1. */
function refuseForeign(clientId: string, client: Client): void {
  if (clientId !== client.clientId) {
    throw new OauthError('unauthorized_client', 'The token was issued to another client')
  }
}
