/**
 * Access tokens as they are issued: signed JWTs that any node validates without asking a store.
 *
 * RFC 9068, with members of our own: `grant_type`, `consented_on`, `chain`, `metadata`.
 */
import { randomBytes } from 'node:crypto'
import type { Consent } from '../state/consent.ts'
import type { SigningKeys } from '../state/signing-keys.ts'
import { signText } from './signature.ts'
import { renderTokenHeader } from './token-header.ts'

export interface AccessTokenClaims {
  iss: string
  aud: string
  sub: string
  client_id: string
  scope: string
  /** Seconds since the epoch, as every time here. */
  iat: number
  exp: number
  jti: string
  grant_type: string
  consented_on: number
  chain: string
  metadata?: string
}

export interface TokenAudience {
  issuer: string
  /** The address of the catalog: the resource server is its gateway. */
  audience: string
}

/** Signs a token for a consent, with these scopes, issued and expiring at these times in seconds. */
export function issueAccessToken(
  { issuer, audience }: TokenAudience,
  keys: SigningKeys,
  consent: Consent,
  scopes: readonly string[],
  { iat, exp }: { iat: number; exp: number },
): string {
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
  return `${text}.${signText(text, key.privateKey)}`
}
