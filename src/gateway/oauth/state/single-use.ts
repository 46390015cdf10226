/**
 * What happens when a code or a refresh token is presented a second time: RFC 6749 section 4.1.2, RFC 9700 section
 * 4.14.2.
 *
 * A second use means that the token was copied, so the provider revokes the whole chain of tokens. Within the
 * first seconds after the use, a repeated request (two tabs, a retry on a bad connection) is more likely than
 * theft: the second request fails, and the tokens of the first one stay valid.
 */
import type { Log } from '../../../shared/lib/output/log.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { Revocations } from './revocations.ts'

const graceMs = 10_000

/** A code or refresh token that was used, and by whom it is presented again. */
export interface ReusedToken {
  what: 'code' | 'refresh_token'
  chain: string
  clientId: string
  subject: string
  /** The time since its use, in milliseconds. */
  spentForMs: number
  requestId: string | undefined
}

/** Returns the error for a used code or refresh token, after revoking its chain when the grace period is over. */
export async function handleReuse(
  { what, chain, clientId, subject, spentForMs, requestId }: ReusedToken,
  { revocations, log }: { revocations: Revocations; log: Log },
): Promise<OauthError> {
  if (spentForMs > graceMs) {
    await revocations.endChain(chain)
    const fields = { requestId, clientId, subject, chain }
    log.warn(fields, 'a used code or refresh token was presented again: its chain is revoked')
  }
  return alreadyUsedError(what, clientId)
}

/** Returns the error for a code or refresh token that was used before or revoked. */
export function alreadyUsedError(what: 'code' | 'refresh_token', clientId: string): OauthError {
  return new OauthError('invalid_grant', `*[${clientId}] ${what} was used before or revoked, message rejected*`)
}
