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

/** Generates random values for an authorization request. RFC 7636. */
interface PkcePair {
  verifier: string
  /** The challenge of the method `S256`. */
  challenge: string
}

/** Returns 32 random bytes in base64url. */
export function generateRandomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

export async function generatePkcePair(): Promise<PkcePair> {
  const verifier = generateRandomToken()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
