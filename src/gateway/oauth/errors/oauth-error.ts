/** The error responses of a provider: RFC 6749 section 5.2, and the same format for errors of its other endpoints. */
import { errors } from 'oidc-provider'

/** The default status of each error code. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400, // RFC 7009 section 2.2.1
  access_denied: 403,
  slow_down: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const

/** An error code that Sluice responds with. oidc-provider has more. */
export type OauthErrorCode = keyof typeof statuses

/** What an error has beside its code and description. */
export interface OauthErrorOptions {
  /** The HTTP status, when it is not the default of the code. */
  status?: number
  headers?: Record<string, string>
  /** The actual cause, for the log only. */
  reason?: string
  /** `file:line` of the document that set the limit, for the log only. */
  location?: string | undefined
  cause?: unknown
}

/** An error response: `description` for the client, `reason` for the log. oidc-provider sends `message`, the code. */
export class OauthError extends errors.OIDCProviderError {
  readonly code: string
  readonly description: string
  readonly headers: Record<string, string>
  readonly reason: string
  readonly location: string | undefined

  constructor(code: string, description: string, details: OauthErrorOptions = {}) {
    super(details.status ?? statuses[code as OauthErrorCode] ?? 400, code, { cause: details.cause })
    this.name = 'OauthError'
    this.error_description = replaceForbiddenCharacters(description)
    this.expose = true
    this.code = code
    this.description = description
    this.headers = details.headers ?? {}
    this.reason = details.reason ?? description
    this.location = details.location
  }
}

/** Returns the error for a malformed request, `invalid_request` with status 400. */
export function invalidRequestError(description: string): OauthError {
  return new OauthError('invalid_request', description)
}

/** The text of every failed client authentication: a caller cannot tell an unknown client from a wrong secret. */
export const clientRejectedText = 'Invalid client ID or secret, or client not subscribed to this API'

/** Returns the error for a rejected client, `invalid_client` with status 401. Only the log contains the reason. */
export function invalidClientError(reason: string): OauthError {
  return new OauthError('invalid_client', clientRejectedText, { reason })
}

/** Replaces the characters that RFC 6749 section 5.2 does not allow in `error` and `error_description`. */
export function replaceForbiddenCharacters(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}

/** Returns the error of a request that may be repeated after some seconds. The response has no part of the reason. */
export function unavailableError(description: string, details: OauthErrorOptions = {}, seconds = 5): OauthError {
  const headers = { 'Retry-After': String(seconds) }
  return new OauthError('temporarily_unavailable', description, { ...details, headers })
}

/** Returns the error for a token that cannot be verified while the store is away. */
export function unavailableTokenError(reason: string): OauthError {
  return unavailableError('The token cannot be verified now; try again later', { reason })
}
