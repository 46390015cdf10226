/**
 * How the provider says no: RFC 6749 section 5.2, and the same shape for what that section does not name.
 */

/** The status that goes with each error code. */
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

export type OauthErrorCode = keyof typeof statuses

export function isOauthErrorCode(text: string): text is OauthErrorCode {
  return Object.hasOwn(statuses, text)
}

export interface OauthErrorOptions {
  status?: number
  headers?: Record<string, string>
  /** The actual cause, for the log only. */
  reason?: string
  /** `file:line` of the document that decided, for the log only. */
  place?: string
  cause?: unknown
}

/** An error response of the provider. The caller gets `description`; the log gets `reason`. */
export class OauthError extends Error {
  override name = 'OauthError'
  readonly code: OauthErrorCode
  readonly description: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly reason: string
  readonly place: string | undefined

  constructor(code: OauthErrorCode, description: string, details: OauthErrorOptions = {}) {
    super(`${code}: ${details.reason ?? description}`, { cause: details.cause })
    this.code = code
    this.description = description
    this.status = details.status ?? statuses[code]
    this.headers = details.headers ?? {}
    this.reason = details.reason ?? description
    this.place = details.place
  }
}

/** A request that is not well-formed. */
export function invalidRequestError(description: string): OauthError {
  return new OauthError('invalid_request', description)
}

/** The same text for every failed client authentication, so that a caller cannot tell the cases apart. */
export const clientRejectedText = 'Invalid client ID or secret, or client not subscribed to this API'

/** Returns the error for a client that is rejected. Only the log contains the reason. */
export function invalidClientError(reason: string): OauthError {
  return new OauthError('invalid_client', clientRejectedText, { reason })
}

/** A text within the characters that RFC 6749 section 5.2 allows in `error` and `error_description`. */
export function replaceForbiddenCharacters(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
}
