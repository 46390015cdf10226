/** Describes the errors of openid-client: which reject one sign-in, and which mean that no user can sign in now. */

/** The errors by which a provider says that this user does not sign in: OpenID Connect Core section 3.1.2.6. */
const ofUser = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'unmet_authentication_requirements',
  'invalid_grant',
])

/** The checks of a response that fail for a forged, repeated or mixed-up one: RFC 9700 section 4. */
const ofResponse = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_KEY_SELECTION_FAILED',
])

type ProviderError = Error & { error?: string; error_description?: string; code?: string; cause?: unknown }

/** Returns why the sign-in is rejected, or why the provider is unavailable. */
export function describeProviderError(
  error: ProviderError,
): { rejected: string; unavailable?: never } | { rejected?: never; unavailable: string } {
  const { error: code, error_description: description } = error
  if (code !== undefined) {
    const words = `the provider responded with ${code}${description ? `: ${description}` : ''}`.slice(0, 300)
    return ofUser.has(code) ? { rejected: words } : { unavailable: words }
  }
  const reason = describeCause(error)
  if (ofResponse.has(error.code ?? '')) return { rejected: `the response of the provider is not valid: ${reason}` }
  return { unavailable: `the request to the provider failed: ${reason}` }
}

/** Returns the message of the innermost cause with words. */
function describeCause(error: ProviderError): string {
  const { cause, message, code } = error
  const inner = cause instanceof Error ? describeCause(cause as ProviderError) : ''
  return inner || message || code || error.name
}
