/**
 * The challenge of an authorization request, as the provider's settings would have it. RFC 7636 section 4.3.
 *
 * The library knows S256 alone. A plain challenge, where it is allowed, is the verifier itself; its hash is what
 * S256 would have sent, so it goes on as that, and the code is redeemed with the same verifier either way.
 */
import { hash } from 'node:crypto'

import type { ProviderSettings } from '../../config/types/index.ts'

type Query = Record<string, string | string[] | undefined>

/** The query to hand on. */
export function applyPkceSettings(query: Query, { enabled, allowPlain }: ProviderSettings['pkce']): Query {
  const { code_challenge: challenge, code_challenge_method: method = 'plain', ...rest } = query
  if (!enabled) return rest
  if (!allowPlain || method !== 'plain' || typeof challenge !== 'string' || !isCodeVerifier(challenge))
    return query

  return { ...rest, code_challenge: hash('sha256', challenge, 'base64url'), code_challenge_method: 'S256' }
}

/** Section 4.1: 43 to 128 unreserved characters. */
export function isCodeVerifier(text: string): boolean {
  return /^[\w.~-]{43,128}$/.test(text)
}
