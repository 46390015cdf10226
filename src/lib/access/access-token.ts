/**
 * What a verified access token says, and the function that verifies one.
 *
 * The provider verifies, the gateway asks; both speak these words and neither knows the other.
 */

export interface AccessToken {
  /** Identifies the token (RFC 9068 `jti`). */
  id: string
  clientId: string
  /** The resource owner as the registry names it; the client id when the token has no owner. */
  subject: string
  scopes: ReadonlySet<string>
  /** Seconds since the epoch. */
  expiresAt: number
  issuedAt: number
  /** The grant that the token comes from: `password`, `client_credentials`, ... */
  grant: string
  /** Metadata that the registry gave for the access token, if it gave any. */
  metadata?: string
}

/**
 * Why a token is refused. `client_id_missing`: its first segment is not, text for text, a header that the
 * provider issues for a registered client. `invalid_token`: anything else. The reason is for the log.
 */
export interface TokenRejection {
  refused: 'client_id_missing' | 'invalid_token'
  reason: string
}

export type TokenVerificationResult = AccessToken | TokenRejection

/** Verifies the exact text of a token. Answers at once when it has seen the text before. */
export type VerifyToken = (token: string) => TokenVerificationResult | Promise<TokenVerificationResult>
