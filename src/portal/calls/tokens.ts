/** What an access token is worth. The token itself is kept nowhere, and stands in no line of the log. */
import { renderTokenCeiling } from '../../lib/access/token-ceiling.ts'
import type { ResourceHandler } from '../context/portal-context.ts'

export const inspectToken: ResourceHandler<'POST /tokens/inspect'> = async ({ body, deps }) => {
  const text = body.token.trim().replace(/^Bearer\s+/i, '')
  const { issuer, refused, token, ceilings, operations } = await deps.inspectToken(text)
  const [header, claims] = text.split('.', 2).map(decodeJwtPart)
  return {
    good: refused === undefined,
    ...(refused !== undefined && { refused }),
    ...(issuer !== undefined && { issuer }),
    ...(header && { header }),
    ...(claims && { claims }),
    ...(token && {
      token: { ...token, issuedAt: formatTime(token.issuedAt), expiresAt: formatTime(token.expiresAt) },
    }),
    // Where they stand in the documents is the operator's affair.
    ...(ceilings && {
      ceilings: ceilings.map(({ whose, ...ceiling }) => ({ whose, words: renderTokenCeiling(ceiling) })),
    }),
    operations: operations.map(({ api, operation, method, path, opens, because }) => ({
      ...{ api, operation, method, path, opens },
      ...(because !== undefined && { because }),
    })),
  }
}

/** A part of a JWT, RFC 7519 section 3; undefined when the text is none. */
function decodeJwtPart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
