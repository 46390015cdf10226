/**
 * Translates errors of other modules: temporary failures become `temporarily_unavailable` with `Retry-After`, all
 * others `server_error`.
 */
import { VerifierBusyError } from '../../consumers/index.ts'
import { RegistryUnavailableError } from '../../registries/index.ts'
import { findStoreRetryAfter } from '../../storage/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { SigningUnavailableError } from '../keys/signing-unavailable-error.ts'

/** Returns the OAuth error for anything that was thrown. The response never contains the reason of a server error. */
export function toOauthError(cause: unknown): OauthError {
  if (cause instanceof OauthError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)

  const seconds = retryAfterOf(cause)
  if (seconds === undefined) {
    return new OauthError('server_error', 'The server could not process the request', { reason, cause })
  }
  const headers = { 'Retry-After': String(seconds) }
  return new OauthError('temporarily_unavailable', 'The server cannot process the request now; try again later', {
    headers,
    reason,
    cause,
  })
}

function retryAfterOf(cause: unknown): number | undefined {
  if (cause instanceof SigningUnavailableError) return cause.retryAfter
  if (cause instanceof RegistryUnavailableError || cause instanceof VerifierBusyError) return cause.retryAfter
  return findStoreRetryAfter(cause)
}
