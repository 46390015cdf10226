/**
 * The claims of access tokens: signed JWTs that any process verifies without reading the store.
 *
 * RFC 9068, with the additional claims `grant_type`, `consented_on`, `chain` and `metadata`.
 */
import type { TokenBinding } from '../../contract/access/access-token.ts'
import type { ActiveKey } from '../keys/signing-keys.ts'
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
  exchanged?: readonly string[]
  auth_time?: number
  acr?: string
  authorization_details?: readonly object[]
  cnf?: TokenBinding
}

/** What differs between the access tokens of one consent. */
export type TokenClaims = Pick<AccessTokenClaims, 'jti' | 'iat' | 'exp'> & { cnf: unknown; details?: unknown }

/**
 * Returns the claims of an access token for a consent. `audience` is the URL of the catalog, because the gateway is the resource server,
 * or of the one API that the token opens. `cnf` names the key to which it is bound: RFC 7800.
 */
export function renderClaims(
  { issuer, audience }: { issuer: string; audience: string },
  consent: Consent,
  scopes: readonly string[],
  { jti, iat, exp, cnf, details }: TokenClaims,
): Record<string, unknown> {
  return {
    iss: issuer,
    aud: audience,
    sub: consent.subject,
    client_id: consent.clientId,
    scope: scopes.join(' '),
    iat,
    exp,
    jti,
    grant_type: consent.grant,
    consented_on: iat,
    chain: consent.chain,
    metadata: consent.metadata,
    exchanged: consent.exchanged,
    auth_time: consent.authTime,
    acr: consent.acr,
    authorization_details: details,
    cnf,
  }
}

/** Returns the text of an access token: RFC 7515 section 3.1. Rejects with `SigningUnavailableError` without the private key. */
export async function signAccessToken(claims: object, clientId: string, { kid, sign }: ActiveKey): Promise<string> {
  const signed = `${renderTokenHeader(kid, clientId)}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${signed}.${await sign(signed)}`
}
