/** Requests a token by each grant. RFC 6749 sections 4.1.3, 4.3, 4.4 and 6. */
import { RequestError } from '../../../../ui/api/client.ts'
import { t } from '../../../../ui/text/t.ts'
import type { Grant } from '../../../rest/index.ts'
import type { TokenResponse } from '../../session/stored-credentials.tsx'

export interface TokenRequest {
  grant: Grant
  clientId: string
  /** Empty for a public application. */
  clientSecret: string
  scopes: readonly string[]
  username?: string
  password?: string
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
interface OAuthError {
  error?: string
  error_description?: string
}

function describeOauthError({ error, error_description }: OAuthError, status: number): string {
  if (!error) return t('The token endpoint responded with status {status}.', { status })
  return error_description ? `${error}: ${error_description}` : error
}
