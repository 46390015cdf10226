/** Inspects an access token: whether a provider accepts it now, and which operations it opens. */
import { isJsonObject, type JsonObject, parseJson } from '../../../shared/lib/collections/json-object.ts'
import { systemClock } from '../../../shared/lib/time/clock.ts'
import type { Catalog } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { AccessToken, VerifyToken } from '../../contract/access/access-token.ts'
import { renderDetails } from '../../contract/access/authorization-details.ts'
import type { AppliedTokenCeiling } from '../../oauth/index.ts'
import { listOperationAccess, type OperationAccess } from './operation-access.ts'

/** An OAuth provider that may have issued a token, with the catalog that enables it. */
export interface TokenIssuer {
  name: string
  issuer: string
  verify: VerifyToken
  catalog: Catalog
  consumers: Consumers
  /** Returns the ceilings that limit such tokens now; absent where they cannot be determined. */
  findTokenCeilings?(token: AccessToken): Promise<readonly AppliedTokenCeiling[]>
}

export interface TokenInspection {
  /** The issuer that issued the token; undefined when no provider did. */
  issuer?: string | undefined
  /** Why the token is rejected; undefined when it is valid. */
  refused?: string
  token?: TokenFacts
  /** The ceilings on scopes and life of such tokens; absent without any. */
  ceilings?: readonly AppliedTokenCeiling[] | undefined
  operations: OperationAccess[]
}

/** Times in seconds since the epoch. */
export interface TokenFacts
  extends Pick<AccessToken, 'id' | 'clientId' | 'subject' | 'grant' | 'issuedAt' | 'expiresAt'> {
  scopes: string[]
  /** The URL of the only API that the token opens. */
  resource?: string | undefined
  /** How callers prove that they may use the token; absent for a plain bearer token. */
  proof?: 'DPoP' | 'client certificate' | undefined
  /** The authorization details, in words. */
  details?: string | undefined
}

/** Verifies a token with the provider that its `iss` claim names, or with all providers when it names none of them. */
export async function inspectToken(
  text: string,
  issuers: readonly TokenIssuer[],
  now = systemClock(),
): Promise<TokenInspection> {
  const named = issuers.filter(({ issuer }) => issuer === claimedIssuer(text))
  let refused = `no provider of this gateway issued it${othersOf(text, issuers)}`

  for (const each of named.length > 0 ? named : issuers) {
    const verdict = await each.verify(text)
    if ('refused' in verdict) {
      if (named.length > 0) refused = verdict.reason
      continue
    }
    const baseUrl = new URL(each.issuer).origin
    const ceilings = (await each.findTokenCeilings?.(verdict)) ?? []
    return {
      issuer: each.issuer,
      token: factsOf(verdict),
      ceilings: ceilings.length > 0 ? ceilings : undefined,
      operations: listOperationAccess(verdict, each.name, { ...each, ceilings, now, baseUrl }),
    }
  }
  return { issuer: named[0]?.issuer, refused, operations: [] }
}

/** Returns a hint when a third-party provider may have issued the token; only calls are verified with those. */
function othersOf(text: string, issuers: readonly TokenIssuer[]): string {
  const catalogs = new Set(issuers.map(({ catalog }) => catalog))
  const others = [...catalogs].flatMap(({ thirdParties }) => [...(thirdParties?.values() ?? [])])
  const claimed = claimedIssuer(text)
  const named = others.find(({ verification }) => verification.kind === 'jwks' && verification.issuer === claimed)
  const asked = others.filter(({ verification }) => verification.kind === 'introspection')
  const names = new Set((named ? [named] : asked).map(({ name }) => name))
  if (names.size === 0) return ''
  const who = `the third-party provider ${[...names].join(' or ')}`
  return `; ${named ? `it names ${who} as its issuer` : `${who} may have issued it`}, and the gateway verifies such a token when a call uses it`
}

/** Returns the public facts of a token, without what the provider stores for itself. */
function factsOf(token: AccessToken): TokenFacts {
  const { id, clientId, subject, scopes, grant, issuedAt, expiresAt, resource, binding, authorizationDetails } = token
  return {
    id,
    clientId,
    subject,
    scopes: [...scopes],
    grant,
    issuedAt,
    expiresAt,
    resource,
    proof: binding && (binding.jkt ? 'DPoP' : 'client certificate'),
    details: authorizationDetails && renderDetails(authorizationDetails),
  }
}

/** Returns the `iss` claim of a token that has not been verified. */
function claimedIssuer(text: string): unknown {
  return decodeJwtPart(text.split('.')[1] ?? '')?.iss
}

/** Decodes the header or the payload of a JWT, RFC 7519 section 3; undefined when the text is none. */
export function decodeJwtPart(part: string): JsonObject | undefined {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'))
  return isJsonObject(value) ? value : undefined
}
