/**
 * Makes sure that a code or a refresh token is used only once: RFC 6749 section 4.1.2, RFC 9700 section 4.14.2.
 *
 * A second use means that the token was copied, so the provider revokes the whole chain of tokens. Within the
 * first seconds after the use, a repeated request (two tabs, a retry on a bad connection) is more likely than
 * theft: the second request fails, and the tokens of the first one stay valid.
 */
import { OauthError } from '../errors/oauth-error.ts'
import type { Consent } from '../state/consent.ts'
import type { TokenResponse } from '../tokens/issue-tokens.ts'
import type { GrantDeps, GrantRequest } from './grant-type.ts'

const graceMs = 10_000

/**
 * Issues tokens and marks the code or refresh token as used. Returns the token response to the first caller, and
 * undefined to every other one.
 */
export async function issueOnce(
  answer: (writeAlong: () => Promise<void>) => Promise<TokenResponse>,
  spend: () => Promise<boolean>,
  { refreshTokens }: GrantDeps,
): Promise<TokenResponse | undefined> {
  // Both writes run at once, so that they share a commit. The client receives the new token only after the old
  // one is marked as used.
  // mutant constant: is assigned before it is read
  let isFirst = false
  const tokens = await answer(async () => {
    isFirst = await spend()
  })
  if (isFirst) return tokens
  if (tokens.refresh_token) await refreshTokens.remove(tokens.refresh_token)
  return undefined
}

/**
 * Revokes the chain when a used code or refresh token is presented again after the grace period. `spentMs` is the
 * time since its use.
 */
export async function revokeChainOnReuse(
  { chain, subject }: Pick<Consent, 'chain' | 'subject'>,
  spentMs: number,
  { client, requestId }: GrantRequest,
  { revocations, log }: GrantDeps,
): Promise<void> {
  if (spentMs <= graceMs) return
  await revocations.endChain(chain)
  const fields = { requestId, clientId: client.clientId, subject, chain }
  log.warn(fields, 'a used code or refresh token was presented again: its chain is revoked')
}

/** Returns the error for a code or refresh token that was used before or revoked. */
export function alreadyUsedError(what: 'code' | 'refresh_token', { client }: GrantRequest): OauthError {
  const text = `*[${client.clientId}] ${what} was used before or revoked, message rejected*`
  return new OauthError('invalid_grant', text)
}
