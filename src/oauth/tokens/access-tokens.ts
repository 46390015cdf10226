/**
 * Issues access tokens: signed JWTs that any process verifies without reading the store.
 *
 * RFC 9068, with the additional claims `grant_type`, `consented_on`, `chain` and `metadata`.
 */
import { randomBytes } from 'node:crypto'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { Consent } from '../state/consent.ts'
import { renderTokenHeader } from './token-header.ts'

/** The claims of an access token. */
export interface AccessTokenClaims {
  iss: string
  aud: string
  sub: string
  client_id: string
  scope: string
  /** Seconds since the epoch, like all times in the claims. */
  iat: number
  exp: number
  jti: string
  grant_type: string
  consented_on: number
  chain: string
  metadata?: string
}

/** Who issues the tokens, and for which resource server. */
export interface TokenAudience {
  issuer: string
  /** The URL of the catalog, because the gateway is the resource server. */
  audience: string
}

/**
 * Returns a signed token for a consent, or a promise of it when an external signer signs, which rejects with
 * `SigningUnavailableError`. `iat` and `exp` are in seconds since the epoch.
 */
export function issueAccessToken(
  { issuer, audience }: TokenAudience,
  keys: SigningKeys,
  consent: Consent,
  scopes: readonly string[],
  { iat, exp }: { iat: number; exp: number },
): string | Promise<string> {
  const key = keys.current()
  const claims: AccessTokenClaims = {
    iss: issuer,
    aud: audience,
    sub: consent.subject,
    client_id: consent.clientId,
    scope: scopes.join(' '),
    iat,
    exp,
    jti: randomBytes(16).toString('base64url'),
    grant_type: consent.grant,
    consented_on: iat,
    chain: consent.chain,
    ...(consent.metadata !== undefined && { metadata: consent.metadata }),
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const text = `${renderTokenHeader(key.kid, consent.clientId)}.${payload}`
  const signature = key.sign(text)
  return typeof signature === 'string' ? `${text}.${signature}` : signature.then((each) => `${text}.${each}`)
}
