/** Builds the URL of an authorization request. RFC 6749 section 4.1.1, RFC 7636. */

export interface AuthorizationRequest {
  authorizeUrl: string
  clientId: string
  redirectUri: string
  scopes: readonly string[]
  state: string
  /** The PKCE challenge; undefined if the provider does not support PKCE. */
  challenge: string | undefined
}

export function buildAuthorizationUrl(request: AuthorizationRequest): string {
  const { authorizeUrl, clientId, redirectUri, scopes, state, challenge } = request
  const url = new URL(authorizeUrl)
  const { searchParams } = url
  searchParams.set('response_type', 'code')
  searchParams.set('client_id', clientId)
  searchParams.set('redirect_uri', redirectUri)
  if (scopes.length > 0) searchParams.set('scope', scopes.join(' '))
  searchParams.set('state', state)
  if (challenge !== undefined) {
    searchParams.set('code_challenge', challenge)
    searchParams.set('code_challenge_method', 'S256')
  }
  return url.href
}
