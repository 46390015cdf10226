/** What an access token is worth at this moment: whether a provider takes it, and what it opens. */
import type { Catalog } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { AccessToken, VerifyToken } from '../../lib/access/access-token.ts'
import type { AppliedTokenCeiling } from '../../oauth/index.ts'
import { listOperationAccess, type OperationAccess } from './operation-access.ts'

/** A provider that may have issued the token, and the catalog that it is enabled in. */
export interface TokenIssuer {
  name: string
  issuer: string
  verify: VerifyToken
  catalog: Catalog
  consumers: Consumers
  /** The ceilings that limit such tokens now; absent where nothing is known of them. */
  findTokenCeilings?(token: AccessToken): Promise<readonly AppliedTokenCeiling[]>
}

export interface TokenInspection {
  /** The issuer that recognised the token; undefined when none did. */
  issuer?: string
  /** Why it is refused; undefined when it is good. */
  refused?: string
  token?: TokenFacts
  /** What limits the scopes and the life of tokens like this one; absent when nothing does. */
  ceilings?: readonly AppliedTokenCeiling[]
  operations: OperationAccess[]
}

/** Times in seconds since the epoch. */
export interface TokenFacts
  extends Pick<AccessToken, 'id' | 'clientId' | 'subject' | 'grant' | 'issuedAt' | 'expiresAt'> {
  scopes: string[]
}

/** Asks the provider that the token names, or all of them when it names none of them. */
export async function inspectToken(text: string, issuers: readonly TokenIssuer[]): Promise<TokenInspection> {
  const named = issuers.filter(({ issuer }) => issuer === claimedIssuer(text))
  let refused = `it was issued by no provider of this gateway${othersOf(text, issuers)}`

  for (const each of named.length > 0 ? named : issuers) {
    const verdict = await each.verify(text)
    if ('refused' in verdict) {
      if (named.length > 0) refused = verdict.reason
      continue
    }
    const ceilings = (await each.findTokenCeilings?.(verdict)) ?? []
    return {
      issuer: each.issuer,
      token: factsOf(verdict),
      ...(ceilings.length > 0 && { ceilings }),
      operations: listOperationAccess(verdict, each.name, { ...each, ceilings }),
    }
  }
  return { ...(named[0] && { issuer: named[0].issuer }), refused, operations: [] }
}

/** Whether somebody else may have issued it: third parties are asked by calls alone. */
function othersOf(text: string, issuers: readonly TokenIssuer[]): string {
  const catalogs = new Set(issuers.map(({ catalog }) => catalog))
  const others = [...catalogs].flatMap(({ thirdParties }) => [...(thirdParties?.values() ?? [])])
  const claimed = claimedIssuer(text)
  const named = others.find(
    ({ verification }) => verification.kind === 'jwks' && verification.issuer === claimed,
  )
  const asked = others.filter(({ verification }) => verification.kind === 'introspection')
  const names = new Set((named ? [named] : asked).map(({ name }) => name))
  if (names.size === 0) return ''
  const who = `the third-party provider ${[...names].join(' or ')}`
  return `; ${named ? `it names ${who} as its issuer` : `${who} may know it`}, which is asked when it comes with a call`
}

/** What may be shown: nothing that a provider remembers for itself alone. */
function factsOf({ id, clientId, subject, scopes, grant, issuedAt, expiresAt }: AccessToken): TokenFacts {
  return { id, clientId, subject, scopes: [...scopes], grant, issuedAt, expiresAt }
}

/** What the token says of itself; nothing is believed before a provider has verified it. */
function claimedIssuer(text: string): unknown {
  try {
    const claims = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString('utf8')
    return (JSON.parse(claims) as { iss?: unknown }).iss
  } catch {
    return undefined
  }
}
