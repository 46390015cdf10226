/**
 * Converts the claims of a third-party token to an `AccessToken`.
 *
 * RFC 7662 section 2.2, RFC 9068 section 2.2, and further claim names in use, such as `azp` and `scp`.
 */
import type { AccessToken, TokenVerificationResult } from '../../contract/access/access-token.ts'
import { listDetailScopes } from '../../contract/access/queue-scope.ts'

const expired = buildTokenRejection('the token has expired')
const notYetValid = buildTokenRejection('the token is not valid yet')

/** How far the clocks of the issuer and of this machine may differ, in seconds. */
export const clockLeewaySeconds = 30

export type TokenClaims = Readonly<Record<string, unknown>>

/** Returns the token, or a rejection when it is expired or not valid yet. `now` is in seconds since the epoch. */
export function verifyClaims(claims: TokenClaims, now: number): TokenVerificationResult {
  const { exp, nbf, iat } = claims
  if (typeof exp === 'number' && exp <= now - clockLeewaySeconds) return expired
  if (typeof nbf === 'number' && nbf > now + clockLeewaySeconds) return notYetValid

  const clientId = firstText(claims.client_id, claims.azp, claims.appid, claims.cid)
  const token: AccessToken = {
    id: firstText(claims.jti),
    clientId,
    issuer: firstText(claims.iss),
    subject: firstText(claims.sub, claims.username, clientId),
    scopes: new Set([...scopesOf(claims), ...listDetailScopes(claims.authorization_details)]),
    expiresAt: typeof exp === 'number' ? exp : Number.MAX_SAFE_INTEGER,
    issuedAt: typeof iat === 'number' ? iat : 0,
    grant: firstText(claims.grant_type),
    ...readBinding(claims.cnf),
    ...readDetails(claims.authorization_details),
  }
  return token
}

/** Returns whether the result holds only for the current time and must not be cached. */
export function isTimeDependent(result: TokenVerificationResult): boolean {
  return result === expired || result === notYetValid
}

export function buildTokenRejection(reason: string): TokenVerificationResult {
  return { refused: 'invalid_token', reason }
}

/** Returns the key to which the token is bound. A token with a kind of key that the gateway cannot check opens nothing. */
function readBinding(cnf: unknown): Pick<AccessToken, 'binding'> {
  if (typeof cnf !== 'object' || cnf === null) return {}
  const { jkt, 'x5t#S256': x5t } = cnf as Record<string, unknown>
  return {
    binding: { jkt: typeof jkt === 'string' ? jkt : undefined, 'x5t#S256': typeof x5t === 'string' ? x5t : undefined },
  }
}

/** RFC 9396 sections 9.1 and 9.2. */
function readDetails(details: unknown): Pick<AccessToken, 'authorizationDetails'> {
  if (!Array.isArray(details)) return {}
  return { authorizationDetails: details.filter((each) => typeof each === 'object' && each !== null) }
}

function scopesOf({ scope, scp }: TokenClaims): string[] {
  const [first = [], second = []] = [scope, scp].map((written) => {
    if (Array.isArray(written)) return written.filter((each) => typeof each === 'string' && each !== '')
    return typeof written === 'string' ? written.split(' ').filter((each) => each !== '') : []
  })
  return first.length > 0 ? first : second
}

function firstText(...values: readonly unknown[]): string {
  return values.find((each): each is string => typeof each === 'string' && each !== '') ?? ''
}
