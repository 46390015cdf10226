/** Defines a verified access token and `VerifyToken`, which the OAuth provider implements and the gateway calls. */

export interface AccessToken {
  /** Identifies the token (RFC 9068 `jti`). */
  id: string
  clientId: string
  /** The issuer of the token. Subjects of two issuers are two users, also with one name. */
  issuer?: string
  /** The resource owner as the registry names it; the client id when the token has no owner. */
  subject: string
  scopes: ReadonlySet<string>
  /** Seconds since the epoch. */
  expiresAt: number
  issuedAt: number
  /** The grant that the token comes from: `password`, `client_credentials`, ... */
  grant: string
  /** Metadata that the registry gave for the access token, if it gave any. */
  metadata?: string | undefined
  /** The URL of the only API that the token opens (RFC 8707); absent when it opens all APIs of the catalog. */
  resource?: string | undefined
  /** The key to which the token is bound; absent for a plain bearer token. */
  binding?: TokenBinding | undefined
  /** When the owner signed in, in seconds since the epoch; absent where the provider does not say it. */
  authTime?: number | undefined
  /** The authentication context class of that sign-in: RFC 9470 section 6. */
  acr?: string | undefined
  /** What the token is for in detail: RFC 9396 section 9. */
  authorizationDetails?: readonly object[] | undefined
}

/** The key that the caller must prove to have, the claim `cnf`: RFC 7800. The values are SHA-256 thumbprints as base64url. */
export interface TokenBinding {
  /** The thumbprint of the key that signs DPoP proofs: RFC 9449 section 6. */
  jkt?: string | undefined
  /** The thumbprint of the client certificate of the connection: RFC 8705 section 3.1. */
  'x5t#S256'?: string | undefined
}

/**
 * The reason why verification rejects a token. `client_id_missing`: the first segment of the token is not exactly
 * a header that the provider issues for a registered client. `unavailable`: the token cannot be
 * verified now. `invalid_token`: any other reason. The reason is written to the log.
 */
export type TokenRejection = { refused: 'client_id_missing' | 'invalid_token' | 'unavailable'; reason: string }

export type TokenVerificationResult = AccessToken | TokenRejection

/** Verifies the exact text of a token. Returns the result synchronously when the text is in the cache. */
export type VerifyToken = (token: string) => TokenVerificationResult | Promise<TokenVerificationResult>
