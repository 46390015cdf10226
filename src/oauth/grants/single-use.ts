/**
 * Codes and refresh tokens open a chain's next door once: RFC 6749 section 4.1.2, RFC 9700 section 4.14.2.
 *
 * Who presents a spent one holds a copy, and the whole chain is revoked - except in the first seconds after it was
 * spent. Then a client that asked twice is far more likely than a thief - two tabs, a retry over a bad line - so
 * the second merely fails, and what the first was given lives on.
 */
import { OauthError } from '../errors/oauth-error.ts'
import type { Consent } from '../state/consent.ts'
import type { TokenResponse } from '../tokens/issue-tokens.ts'
import type { GrantDeps, GrantRequest } from './grant-type.ts'

const graceMs = 10_000

/** The answer, for the one caller who spends first; undefined for every other. */
export async function issueOnce(
  answer: () => Promise<TokenResponse>,
  spend: () => Promise<boolean>,
  { refreshTokens }: GrantDeps,
): Promise<TokenResponse | undefined> {
  // Both writes go out together, so that they share a commit. Nobody knows the new token until the old one is spent.
  const [tokens, first] = await Promise.all([answer(), spend()])
  if (first) return tokens
  if (tokens.refresh_token) await refreshTokens.remove(tokens.refresh_token)
  return undefined
}

/** What follows from a spent one being presented again, this long after it was spent. */
export async function revokeChainOnReuse(
  { chain, subject }: Pick<Consent, 'chain' | 'subject'>,
  spentMs: number,
  { client, requestId }: GrantRequest,
  { revocations, log }: GrantDeps,
): Promise<void> {
  if (spentMs <= graceMs) return
  await revocations.endChain(chain)
  const fields = { requestId, clientId: client.clientId, subject, chain }
  log.warn(fields, 'a spent code or refresh token was presented again: its whole chain is revoked')
}

/** A code or refresh token that is worth nothing any more. */
export function alreadyUsedError(what: 'code' | 'refresh_token', { client }: GrantRequest): OauthError {
  const text = `*[${client.clientId}] ${what} was used before or revoked, message rejected*`
  return new OauthError('invalid_grant', text)
}
