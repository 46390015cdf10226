/**
 * Verifies access tokens: once by their signature, from then on by their exact text.
 *
 * RFC 9068 section 4. What can change while a token lives - its expiry, its key, its client, its revocation - is
 * looked at each time; none of it needs the store, so the answer is there at once.
 */
import { LRUCache } from 'lru-cache'

import type { Consumers } from '../../consumers/index.ts'
import type { AccessToken, TokenRejection } from '../../lib/access/access-token.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Revocations } from '../state/revocations.ts'
import type { SigningKeys } from '../state/signing-keys.ts'
import type { AccessTokenClaims, TokenAudience } from './access-tokens.ts'
import { verifyTextSignature } from './signature.ts'
import { parseTokenHeader } from './token-header.ts'

/** A token that verified, with what only the provider itself wants to know of it. */
export interface VerifiedAccessToken extends AccessToken {
  chain: string
  kid: string
  consentedAt: number
}

export type VerifyAccessToken = (token: string) => VerifiedAccessToken | TokenRejection

export interface VerifyAccessTokenDeps extends TokenAudience {
  keys: SigningKeys
  revocations: Revocations
  consumers: Consumers
  clock: Clock
}

const longest = 8 * 1024 // characters; what is longer is not looked at
const remembered = 20_000 // tokens
const rememberedScopes = 1_000 // sets
/** Refused tokens are remembered up to this many characters in all. */
const refusalBounds = {
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: ({ text }: { text: string }) => text.length,
}

export function buildVerifyAccessToken(deps: VerifyAccessTokenDeps): VerifyAccessToken {
  const { keys, revocations, consumers, clock } = deps
  // Both by the last characters, for to look up a whole token takes thrice as long; the text itself is compared then.
  const known = new LRUCache<string, { text: string; token: VerifiedAccessToken }>({ max: remembered })
  // An expired token keeps its claims: its expiry is compared each time, for a clock that was wrong is set right again.
  const expired = new LRUCache<string, { text: string; token: VerifiedAccessToken }>(refusalBounds)
  // A client that goes on with a token that can never be good must not cost a signature check each time.
  const hopeless = new LRUCache<string, { text: string; token: TokenRejection }>(refusalBounds)
  // Tokens with equal scopes share one set, and the texts of their client and key: less to keep, less to fetch.
  const scopeSets = new LRUCache<string, ReadonlySet<string>>({ max: rememberedScopes })

  return function verify(text) {
    const token = recall(known, text) ?? recall(hopeless, text) ?? recall(expired, text) ?? read(text)
    if ('refused' in token) return token

    const client = consumers.find(token.clientId)
    if (!client) return noClient('the client is not registered any more')
    if (!keys.find(token.kid)) return noClient('the signing key was removed')
    if (token.expiresAt * 1000 <= clock()) return setAside(text, token)
    if (revocations.isRevoked(token)) return invalid('revoked')
    if (client.application.state !== 'enabled') return invalid('the application is disabled')
    return token
  }

  /** Everything about a token that can never change. */
  function read(text: string): VerifiedAccessToken | TokenRejection {
    if (text.length > longest) return invalid(`longer than ${longest} characters`)
    const [header = '', payload, signature, more] = text.split('.', 4)

    const named = parseTokenHeader(header)
    if (!named) return noClient('its header is not one of this provider')
    const key = keys.find(named.kid)
    if (!key) return noClient('its signing key is not one of this provider')
    const client = consumers.find(named.clientId)
    if (!client) return noClient('its client is not registered')

    if (payload === undefined || signature === undefined || more !== undefined)
      return invalid('not three segments')
    if (!verifyTextSignature(`${header}.${payload}`, signature, key.publicKey))
      return never(text, 'bad signature')

    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as AccessTokenClaims
    if (claims.iss !== deps.issuer) return never(text, `issued by ${claims.iss}`)
    if (claims.aud !== deps.audience) return never(text, `issued for ${claims.aud}`)
    if (claims.client_id !== named.clientId) return never(text, 'its header and its claims name two clients')

    const { clientId } = client
    const token = tokenOf(claims, { kid: key.kid, clientId, scopes: scopesOf(claims.scope) })
    known.set(tailOf(text), { text, token })
    return token
  }

  function scopesOf(text: string): ReadonlySet<string> {
    let scopes = scopeSets.get(text)
    if (!scopes) {
      scopes = new Set(text.split(' '))
      scopeSets.set(text, scopes)
    }
    return scopes
  }

  /** Rejects an expired token, and frees its place in the cache of verified tokens. */
  function setAside(text: string, token: VerifiedAccessToken): TokenRejection {
    if (recall(known, text)) known.delete(tailOf(text))
    if (!recall(expired, text)) expired.set(tailOf(text), { text, token })
    return invalid('expired')
  }

  /** Refuses a text that no change of keys, clients or time makes good again. */
  function never(text: string, reason: string): TokenRejection {
    const refusal = invalid(reason)
    hopeless.set(tailOf(text), { text, token: refusal })
    return refusal
  }
}

function recall<T>(memory: LRUCache<string, { text: string; token: T }>, text: string): T | undefined {
  const found = memory.get(tailOf(text))
  return found?.text === text ? found.token : undefined
}

/** Half of the signature: enough that no two are alike. */
function tailOf(text: string): string {
  return text.slice(-43)
}

function tokenOf(
  claims: AccessTokenClaims,
  shared: Pick<VerifiedAccessToken, 'kid' | 'clientId' | 'scopes'>,
): VerifiedAccessToken {
  return Object.freeze({
    ...shared,
    id: claims.jti,
    subject: claims.sub,
    expiresAt: claims.exp,
    issuedAt: claims.iat,
    grant: claims.grant_type,
    ...(claims.metadata !== undefined && { metadata: claims.metadata }),
    chain: claims.chain,
    consentedAt: claims.consented_on,
  })
}

function noClient(reason: string): TokenRejection {
  return { refused: 'client_id_missing', reason }
}

function invalid(reason: string): TokenRejection {
  return { refused: 'invalid_token', reason }
}
