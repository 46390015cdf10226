/**
 * Revocation by the application: RFC 7009. An access token ends alone; a refresh token takes its chain along.
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

export interface RevokeEndpointDeps {
  authenticateClient: AuthenticateClient
  verify: VerifyAccessToken
  refreshTokens: RefreshTokens
  revocations: Revocations
}

export function buildRevokeEndpoint({
  authenticateClient,
  verify,
  refreshTokens,
  revocations,
}: RevokeEndpointDeps) {
  return async function revoke(ctx: Context): Promise<void> {
    const { client, form } = await readAuthenticatedForm(ctx, authenticateClient)
    await revokeText(requireParameter(form, 'token'), client)

    ctx.body = { status: 'success' } // section 2.2: also for a token that nobody knows
  }

  /** The hint only says where to look first, and both places are quick to look at. */
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

/** Section 2.1: the token must have been issued to the client that asks. */
function refuseForeign(clientId: string, client: Client): void {
  if (clientId !== client.clientId) {
    throw new OauthError('unauthorized_client', 'The token was issued to another client')
  }
}
