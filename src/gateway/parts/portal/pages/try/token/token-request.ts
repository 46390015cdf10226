/** Requests a token by each grant. RFC 6749 sections 4.1.3, 4.3, 4.4 and 6. */
import { RequestError } from '../../../../../../shared/ui/api/client.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { Grant } from '../../../rest/index.ts'
import type { TokenResponse } from '../../session/stored-credentials.tsx'

interface AuthorizationRequest {
  authorizeUrl: string
  clientId: string
  redirectUri: string
  scopes: readonly string[]
  state: string
  /** The PKCE challenge; undefined if the provider does not support PKCE. */
  challenge: string | undefined
}

/** Builds the URL of an authorization request. RFC 6749 section 4.1.1, RFC 7636. */
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

/** Returns 32 random bytes in base64url. */
export function generateRandomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

/** Generates a random verifier for an authorization request, and its challenge of the method `S256`. RFC 7636. */
export async function generatePkcePair(): Promise<{ verifier: string; challenge: string }> {
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

export interface TokenRequest {
  grant: Grant
  clientId: string
  /** Empty for a public application. */
  clientSecret: string
  scopes: readonly string[]
  username?: string | undefined
  password?: string | undefined
  code?: string
  codeVerifier?: string
  redirectUri?: string
  refreshToken?: string
}

/** The form parameters of each grant, without the client credentials. */
const grantParameters: Readonly<
  Record<Grant, (request: TokenRequest) => Readonly<Record<string, string | undefined>>>
> = {
  password: ({ username, password, scopes }) => ({
    grant_type: 'password',
    username,
    password,
    scope: scopes.join(' '),
  }),
  application: ({ scopes }) => ({ grant_type: 'client_credentials', scope: scopes.join(' ') }),
  access_code: ({ code, redirectUri, codeVerifier }) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  }),
  refresh_token: ({ refreshToken }) => ({ grant_type: 'refresh_token', refresh_token: refreshToken }),
}

/** Returns the form body of the token request. */
export function buildTokenRequestForm(request: TokenRequest): URLSearchParams {
  const client = { client_id: request.clientId, client_secret: request.clientSecret || undefined }
  const fields = Object.entries({ ...grantParameters[request.grant](request), ...client })
  return new URLSearchParams(
    fields.filter((field): field is [string, string] => field[1] !== undefined && field[1] !== ''),
  )
}

/** Requests a token and returns it. Throws a `RequestError` with the error text of the provider. */
export async function requestToken(tokenPath: string, request: TokenRequest): Promise<TokenResponse> {
  const response = await fetch(tokenPath, {
    method: 'POST',
    body: buildTokenRequestForm(request),
    credentials: 'omit',
    cache: 'no-store',
    headers: { Accept: 'application/json' },
  }).catch((cause: unknown) => {
    throw new RequestError(0, t('The token endpoint does not respond.'), { cause })
  })
  const body = (await response.json().catch(() => ({}))) as Partial<TokenResponse> & OAuthError
  if (response.ok && body.access_token !== undefined) return body as TokenResponse
  throw new RequestError(response.status, describeOauthError(body, response.status))
}

/** An error response of the token endpoint. RFC 6749 section 5.2. */
type OAuthError = { error?: string; error_description?: string }

function describeOauthError({ error, error_description }: OAuthError, status: number): string {
  if (!error) return t('The token endpoint responded with status {status}.', { status })
  return error_description ? `${error}: ${error_description}` : error
}
