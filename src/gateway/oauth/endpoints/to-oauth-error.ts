/** Translates errors: temporary ones to `temporarily_unavailable` with `Retry-After`, others to `server_error`. */
import { errors } from 'oidc-provider'
import { RegistryUnavailableError } from '../../../shared/registries/index.ts'
import { findStoreRetryAfter } from '../../../shared/storage/index.ts'
import { VerifierBusyError } from '../../consumers/index.ts'
import { invalidClientError, OauthError } from '../errors/oauth-error.ts'
import { usedProofText } from '../grants/bound-tokens.ts'
import { SigningUnavailableError } from '../keys/signing-key.ts'

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

/** What oidc-provider says, and the code and the text that clients of this product receive. */
export const translations: readonly (readonly [said: RegExp, code: string, description: string])[] = [
  [/^unsupported grant_type/, 'unsupported_grant_type', 'This grant type is not supported here'],
  [/^requested grant type is not allowed/, 'unauthorized_client', 'This client may not use this grant'],
  [
    /^authorization code not found|^client mismatch$/,
    'invalid_grant',
    'The code or token is unknown, expired or was issued to another client',
  ],
  [
    /^refresh token not found/,
    'invalid_grant',
    'The refresh token is unknown, expired or was issued to another client',
  ],
  [/^grant (not found|is expired)/, 'invalid_grant', 'The approval of the owner has expired'],
  [
    /^invalid DPoP key binding/,
    'invalid_dpop_proof',
    'The DPoP proof is malformed, has a wrong signature or an algorithm that is not accepted, or its header has no public key in jwk',
  ],
  [/^DPoP proof JWT Replay/, 'invalid_dpop_proof', usedProofText],
  [/^DPoP proof JWT not provided/, 'invalid_dpop_proof', 'Send a proof of your key in the header DPoP'],
  [/^failed jkt verification/, 'invalid_grant', 'The token is bound to another key than that of the DPoP proof'],
  [/^mutual TLS client certificate/, 'invalid_grant', 'Connect with a client certificate: tokens are bound to it'],
  [/^failed x5t/, 'invalid_grant', 'The token is bound to another client certificate than that of the connection'],
  [/redirect_uri mismatch/, 'invalid_grant', 'redirect_uri differs from that of the authorization request'],
  [
    /^code_verifier (must be a string|contains)/,
    'invalid_grant',
    'code_verifier must have 43 to 128 unreserved characters',
  ],
  [
    /^code_verifier (does not match|must be provided)/,
    'invalid_grant',
    'The code_verifier does not match the code_challenge',
  ],
]

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
