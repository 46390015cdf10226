/** Translates errors: temporary ones to `temporarily_unavailable` with `Retry-After`, others to `server_error`. */
import { errors } from 'oidc-provider'
import { RegistryUnavailableError } from '../../../shared/registries/index.ts'
import { findStoreRetryAfter } from '../../../shared/storage/index.ts'
import { VerifierBusyError } from '../../consumers/index.ts'
import { invalidClientError, OauthError } from '../errors/oauth-error.ts'
import { SigningUnavailableError } from '../keys/signing-key.ts'
import { translations } from './library-sentences.ts'

/** Returns the OAuth error for anything that was thrown. The response never contains the reason of a server error. */
export function toOauthError(cause: unknown): OauthError {
  if (cause instanceof OauthError) return cause
  if (cause instanceof errors.OIDCProviderError && cause.expose) return translate(cause)
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

/**
 * Returns an error of oidc-provider in the words of this product: one text for every failed client authentication, and
 * the detail in place of descriptions that say nothing.
 */
function translate(cause: errors.OIDCProviderError): OauthError {
  const { error, status, error_description: description = 'The request was rejected', error_detail: detail } = cause
  const reason = detail ?? description
  if (error === 'invalid_client') return invalidClientError(reason)
  const found = translations.find(([said]) => said.test(reason))
  // Of an endpoint that an access token opens, such as userinfo: RFC 6750 section 3.1.
  if (found && error === 'invalid_token') return new OauthError(error, found[2], { status, reason })
  if (found) return new OauthError(found[1], found[2], { reason })
  return new OauthError(error, description.charAt(0).toUpperCase() + description.slice(1), { status, reason })
}
