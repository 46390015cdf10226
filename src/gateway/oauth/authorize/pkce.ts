/**
 * Applies the PKCE settings of the provider to an authorization request. RFC 7636 section 4.3.
 *
 * oidc-provider supports only S256. Where the settings allow `plain`, the challenge is replaced by its SHA-256
 * hash and the method by S256; the code is redeemed with the same verifier.
 */
import { hash } from 'node:crypto'
import type { ProviderSettings } from '../../config/types/index.ts'

type Query = Record<string, string | string[] | undefined>

/** Returns the query to pass to oidc-provider. */
export function applyPkceSettings(query: Query, { enabled, allowPlain }: ProviderSettings['pkce']): Query {
  const { code_challenge: challenge, code_challenge_method: method = 'plain', ...rest } = query
  if (!enabled) return rest
  if (!allowPlain || method !== 'plain' || typeof challenge !== 'string' || !isCodeVerifier(challenge)) return query

  return { ...rest, code_challenge: hash('sha256', challenge, 'base64url'), code_challenge_method: 'S256' }
}

/** Returns whether a text is a valid code verifier: 43 to 128 unreserved characters (RFC 7636 section 4.1). */
function isCodeVerifier(text: string): boolean {
  return /^[\w.~-]{43,128}$/.test(text)
}
