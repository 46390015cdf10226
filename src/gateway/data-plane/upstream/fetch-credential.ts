/** Fetches credentials for an upstream: an access token by client credentials, or the LTPA cookie of an MQ web server. */
import { fetchWholeResponse, findHeaderValues, type WholeResponse } from '../../../shared/http/client/index.ts'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { membersOf, parseForeignJson } from '../../../shared/lib/collections/json-object.ts'
import { renderBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import { countTargetFailure, type TargetCounts } from '../../telemetry/calls/index.ts'
import type { FetchedCredential } from './fresh-credential.ts'
import type { GetConnections } from './upstream-connections.ts'

/** Reports that the gateway has no credentials for the upstream. */
export class UpstreamCredentialsError extends Error {
  override name = 'UpstreamCredentialsError'
  readonly code: 'CREDENTIALS_REFUSED' | 'CREDENTIALS_UNAVAILABLE'

  constructor(code: UpstreamCredentialsError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The server that issues the credentials. */
export interface CredentialServer {
  url: URL
  connect: GetConnections
  counts: TargetCounts
}

export interface ClientCredentials {
  clientId: string
  clientSecret: string
  scope: string | undefined
  /** Further parameters of the request, such as `audience` or `resource`. */
  parameters: Readonly<Record<string, string>>
  /** Where the request has the client id and the secret: RFC 6749 section 2.3.1. */
  place: 'header' | 'body'
}

const responseLimits = { timeoutMs: 10_000, maxBodyBytes: 1024 * 1024 }
/** The life of a credential whose server does not say how long it is valid. */
const unknownLifetimeMs = 30 * 60_000

/** Fetches an access token: RFC 6749 section 4.4. Rejects with an `UpstreamCredentialsError`. */
export async function fetchAccessToken(
  server: CredentialServer,
  { clientId, clientSecret, scope, parameters, place }: ClientCredentials,
): Promise<FetchedCredential> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...parameters })
  if (scope !== undefined) form.set('scope', scope)
  const headers = ['Accept', 'application/json', 'Content-Type', 'application/x-www-form-urlencoded']
  if (place === 'header')
    headers.push('Authorization', renderBasicCredentials(encodeForm(clientId), encodeForm(clientSecret)))
  else {
    form.set('client_id', clientId)
    form.set('client_secret', clientSecret)
  }

  const { body } = await post(server, headers, form.toString())
  const token = parseTokenResponse(body)
  if (!token) throw unavailable(server, 'its response has no bearer token')
  return token
}

/** Fetches the cookie `name=value` of an LTPA token from the login of an MQ web server. Rejects with an `UpstreamCredentialsError`. */
export async function fetchLtpaCookie(
  server: CredentialServer,
  credentials: { username: string; password: string },
): Promise<FetchedCredential> {
  const csrf = ['ibm-mq-rest-csrf-token', 'sluice', 'vendor-mq-rest-csrf-token', 'sluice']
  const headers = ['Content-Type', 'application/json', ...csrf]
  const response = await post(server, headers, JSON.stringify(credentials))
  for (const line of findHeaderValues(response.headers, 'set-cookie')) {
    const cookie = /^\s*(Ltpa[^=;]*=[^;]+)/i.exec(line)?.[1]
    if (cookie) return { value: cookie.trim(), lifetimeMs: unknownLifetimeMs }
  }
  throw unavailable(server, 'its response sets no LTPA cookie')
}

async function post(server: CredentialServer, headers: string[], body: string): Promise<WholeResponse> {
  const { url, connect, counts } = server
  const request = { method: 'POST', path: url.pathname + url.search, headers, body: Buffer.from(body) }
  counts.requests += 1
  try {
    const response = await fetchWholeResponse(connect(), request, responseLimits)
    const { status } = response
    countTargetFailure(counts, status, undefined)
    if (status < 300) return response
    if (status === 429 || status >= 500) throw unavailable(server, `it responded with status ${status}`)
    throw new UpstreamCredentialsError(
      'CREDENTIALS_REFUSED',
      `${url.origin} refused the credentials of the gateway with status ${status}${describeOAuthError(response)}`,
    )
  } catch (error) {
    if (error instanceof UpstreamCredentialsError) throw error
    countTargetFailure(counts, undefined, 'upstream_unreachable')
    throw unavailable(server, (error as Error).message, error)
  }
}

function unavailable({ url }: CredentialServer, reason: string, cause?: unknown): UpstreamCredentialsError {
  const message = `${url.origin} issues no credentials for the API: ${reason}`
  return new UpstreamCredentialsError('CREDENTIALS_UNAVAILABLE', message, { cause })
}

/** Returns the error code of the response, which is a fixed word: RFC 6749 section 5.2. */
function describeOAuthError({ body }: WholeResponse): string {
  const code = membersOf(attempt(() => parseForeignJson(body))).error
  return typeof code === 'string' && /^[\w-]{1,60}$/.test(code) ? ` (${code})` : ''
}

/** RFC 6749 section 5.1. */
function parseTokenResponse(body: Buffer): FetchedCredential | undefined {
  const {
    access_token: token,
    token_type: type,
    expires_in: seconds,
  } = membersOf(attempt(() => parseForeignJson(body)))
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return undefined
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return undefined
  const lifetimeMs = Number(seconds) * 1_000
  return { value: `Bearer ${token}`, lifetimeMs: lifetimeMs > 0 ? lifetimeMs : unknownLifetimeMs }
}

/** RFC 6749 section 2.3.1: client id and secret are form-encoded before they become Basic credentials. */
function encodeForm(text: string): string {
  return new URLSearchParams({ _: text }).toString().slice(2)
}
