/**
 * The revocation endpoint for applications: RFC 7009, by oidc-provider. An access token is revoked alone, a refresh token
 * with its whole chain.
 */
import type { Context } from 'koa'
import type { ServeByLibrary } from '../request/serve-by-library.ts'
import type { VerifyPresentedToken } from '../tokens/token-references.ts'
import { handOverToken } from './presented-token.ts'

/** Returns the handler of revocation requests. */
export function buildRevokeEndpoint(serveByLibrary: ServeByLibrary, verify: VerifyPresentedToken) {
  return async function revoke(ctx: Context): Promise<void> {
    await handOverToken(ctx, verify)
    await serveByLibrary(ctx)
    ctx.body = { status: 'success' } // RFC 7009 section 2.2: also for an unknown token
  }
}
