/** Handler that inspects an access token. It neither stores nor logs the token. */
import { renderTokenCeiling } from '../../../../shared/access/token-ceiling.ts'
import { decodeJwtPart } from '../../../runtime/tokens/index.ts'
import type { ResourceHandler } from '../context/portal-context.ts'

export const inspectToken: ResourceHandler<'POST /tokens/inspect'> = async ({ body, deps }) => {
  const text = body.token.trim().replace(/^Bearer\s+/i, '')
  const { issuer, refused, token, ceilings, operations } = await deps.inspectToken(text)
  const [header, claims] = text.split('.', 2).map(decodeJwtPart)
  return {
    good: refused === undefined,
    refused,
    issuer,
    header,
    claims,
    token: token && { ...token, issuedAt: formatTime(token.issuedAt), expiresAt: formatTime(token.expiresAt) },
    // Each ceiling names a place in the operator's documents; developers must not see it.
    ceilings: ceilings?.map(({ whose, ...ceiling }) => ({ whose, words: renderTokenCeiling(ceiling) })),
    operations: operations.map(({ api, operation, method, path, opens, because }) => ({
      api,
      operation,
      method,
      path,
      opens,
      because,
    })),
  }
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
