/** Checks the claims of what clients and issuers sign: assertions (RFC 7523 section 3), request objects (RFC 9101). */
import { hash } from 'node:crypto'

/** The claims and the header of a JSON Web Token whose signature is verified elsewhere. */
export interface SignedClaims {
  readonly claims: { readonly aud?: unknown; readonly exp?: unknown; readonly nbf?: unknown; readonly jti?: unknown }
  readonly header: { readonly typ?: unknown }
}

/** How far the clocks of clients and of the store may differ, in seconds: FAPI 2.0 section 5.3.2 allows 10 to 60. */
export const clockLeewaySeconds = 30
/** How far the clock of this machine, which oidc-provider reads, may be away from that of the store, in seconds. */
export const machineLeewaySeconds = 3600
const maxLifeSeconds = 3600

/**
 * Returns why a token is not accepted; undefined when it is. Its type must be absent, `JWT` or `type` (RFC 8725
 * section 3.11), it must be valid now and end within an hour, and all its audiences must be this provider: others could
 * use it here. `now` in ms since the epoch.
 */
export function findClaimsFault(
  { claims: { aud, exp, nbf }, header: { typ } }: SignedClaims,
  { type, audiences, now }: { type: string; audiences: ReadonlySet<string>; now: number },
): string | undefined {
  const isOfType = typeof typ === 'string' && ['jwt', type].includes(typ.toLowerCase().replace(/^application\//, ''))
  if (typ !== undefined && !isOfType) return `its type must be JWT or ${type}, or absent`
  if (typeof exp !== 'number') return 'it has no exp: state when it ends, in seconds since the epoch'
  const seconds = now / 1000
  if (exp + clockLeewaySeconds <= seconds) return 'it has expired'
  if (typeof nbf === 'number' && nbf > seconds + clockLeewaySeconds) return 'its nbf is in the future'
  if (exp - seconds > maxLifeSeconds + clockLeewaySeconds) return `it is valid for more than ${maxLifeSeconds} seconds`
  const stranger = [aud].flat().find((each) => typeof each !== 'string' || !audiences.has(each))
  if (stranger === undefined) return undefined
  return `its aud must be ${[...audiences][0]} alone, found ${JSON.stringify(stranger).slice(0, 200)}`
}

/** Returns what identifies a token: its `jti`, or a digest of what is signed. One token can have several signatures. */
export function identifyToken(text: string, { jti }: SignedClaims['claims']): string {
  return typeof jti === 'string' ? jti : hash('sha256', text.slice(0, text.lastIndexOf('.')), 'base64url')
}
