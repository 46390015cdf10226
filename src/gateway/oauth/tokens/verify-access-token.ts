/**
 * Verifies access tokens: once by their signature, afterwards by their exact text. RFC 9068 section 4.
 *
 * Facts that can change during the life of a token are checked each time: expiry, signing key, client and
 * revocation. They are in memory, so that verification is synchronous.
 */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { AccessToken, TokenRejection } from '../../contract/access/access-token.ts'
import { listDetailScopes } from '../../contract/access/queue-scope.ts'
import { verifyTextSignature } from '../keys/signature.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { Revocations } from '../state/revocations.ts'
import type { AccessTokenClaims } from './access-tokens.ts'
import { parseTokenHeader } from './token-header.ts'

/** A verified token, with claims that only the provider uses. */
export interface VerifiedAccessToken extends AccessToken {
  chain: string
  kid: string
  /** The subject as the user registry folds it. */
  owner: string
  /** The ids of the access tokens that were exchanged for this one. */
  exchanged?: readonly string[] | undefined
}

/** Returns the token with its claims, or why it is rejected. Never throws. */
export type VerifyAccessToken = (token: string) => VerifiedAccessToken | TokenRejection

/** The dependencies of `buildVerifyAccessToken`. */
export interface VerifyAccessTokenDeps {
  /** The issuers of the provider at each URL of the catalog: one issues, tokens of the others stay valid until they expire. */
  issuers: readonly string[]
  /** The URLs of the catalog. */
  catalogUrls: readonly string[]
  keys: SigningKeys
  revocations: Revocations
  consumers: Consumers
  clock: Clock
  /** Returns one form for all spellings of a user's name. */
  foldName(name: string): string
}

/** The maximum length of an access token, in characters. Longer ones are not issued, and are rejected without parsing. */
export const maxTokenLength = 8 * 1024
const maxCachedTokens = 20_000 // tokens
const maxCachedScopeSets = 1_000 // sets of scopes
/** The cache of rejected tokens is limited to this many characters in total. */
const rejectedCacheLimits = { maxSize: 4 * 1024 * 1024, sizeCalculation: ({ text }: { text: string }) => text.length }

/** Returns the verification of the tokens of one provider. */
export function buildVerifyAccessToken(deps: VerifyAccessTokenDeps): VerifyAccessToken {
  const { keys, revocations, consumers, clock } = deps
  // The caches have the last characters as key, because hashing a whole token takes three times as long. The
  // whole text is compared afterwards.
  const known = new LRUCache<string, { text: string; token: VerifiedAccessToken }>(limitEntries(maxCachedTokens))
  // Without this cache, a client that repeats an invalid token would cost a signature check each time.
  const rejected = new LRUCache<string, { text: string; token: TokenRejection }>(rejectedCacheLimits)
  // Tokens with equal scopes share one set, and those of one client share its strings, which saves memory and
  // cache misses.
  const scopeSets = new LRUCache<string, ReadonlySet<string>>(limitEntries(maxCachedScopeSets))

  return function verify(text) {
    const token = findExact(known, text) ?? findExact(rejected, text) ?? read(text)
    if ('refused' in token) return token

    const client = consumers.find(token.clientId)
    if (!client) return noClient('the client is no longer registered')
    if (!keys.find(token.kid)) return noClient('the signing key was removed')
    // An expired token stays in the cache, because a wrong system clock can be corrected.
    if (token.expiresAt * 1000 <= clock()) return invalid('expired')
    if (revocations.isRevoked(token)) return invalid('revoked')
    if (client.application.state !== 'enabled') return invalid('the application is disabled')
    return token
  }

  /** Checks everything about a token that cannot change later, and remembers the result. */
  function read(text: string): VerifiedAccessToken | TokenRejection {
    if (text.length > maxTokenLength) return invalid(`longer than ${maxTokenLength} characters`)
    const [header = '', payload, signature, more] = text.split('.', 4)

    const named = parseTokenHeader(header)
    if (!named) return noClient('its header is not one that this provider issues')
    const key = keys.find(named.kid)
    if (!key) return noClient('this provider does not have its signing key')
    const client = consumers.find(named.clientId)
    if (!client) return noClient('its client is not registered')

    if (payload === undefined || signature === undefined || more !== undefined) return invalid('not three segments')
    if (!verifyTextSignature(`${header}.${payload}`, signature, key.publicKey))
      return rejectForever(text, 'bad signature')

    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as AccessTokenClaims
    if (!deps.issuers.includes(claims.iss)) return rejectForever(text, `issued by ${claims.iss}`)
    // Below the catalog are its APIs; the gateway compares the API.
    if (!deps.catalogUrls.some((url) => claims.aud === url || claims.aud.startsWith(`${url}/`)))
      return rejectForever(text, `issued for ${claims.aud}`)
    if (claims.client_id !== named.clientId)
      return rejectForever(text, 'its header and its claims have different client ids')

    const { clientId } = client
    const owner = deps.foldName(claims.sub)
    const token = tokenOf(claims, { kid: key.kid, clientId, scopes: scopesOf(claims), owner }, deps.catalogUrls)
    known.set(cacheKey(text), { text, token })
    return token
  }

  function scopesOf({ scope, authorization_details: details }: AccessTokenClaims): ReadonlySet<string> {
    const text = details ? [scope, ...listDetailScopes(details)].join(' ') : scope
    let scopes = scopeSets.get(text)
    if (!scopes) {
      scopes = new Set(text.split(' '))
      scopeSets.set(text, scopes)
    }
    return scopes
  }

  /** Rejects a token that no change of keys, clients or time can make valid. */
  function rejectForever(text: string, reason: string): TokenRejection {
    const rejection = invalid(reason)
    rejected.set(cacheKey(text), { text, token: rejection })
    return rejection
  }
}

function findExact<T>(cache: LRUCache<string, { text: string; token: T }>, text: string): T | undefined {
  const found = cache.get(cacheKey(text))
  return found?.text === text ? found.token : undefined
}

/** Returns the second half of the signature, which is unique enough for a cache key. */
function cacheKey(text: string): string {
  return text.slice(-43)
}

function tokenOf(
  claims: AccessTokenClaims,
  shared: Pick<VerifiedAccessToken, 'kid' | 'clientId' | 'scopes' | 'owner'>,
  catalogUrls: readonly string[],
): VerifiedAccessToken {
  return Object.freeze({
    ...shared,
    id: claims.jti,
    subject: claims.sub,
    issuer: claims.iss,
    expiresAt: claims.exp,
    issuedAt: claims.iat,
    grant: claims.grant_type,
    metadata: claims.metadata,
    chain: claims.chain,
    exchanged: claims.exchanged,
    resource: !catalogUrls.includes(claims.aud) ? claims.aud : undefined,
    binding: claims.cnf,
    authTime: claims.auth_time,
    acr: claims.acr,
    authorizationDetails: claims.authorization_details,
  })
}

function noClient(reason: string): TokenRejection {
  return { refused: 'client_id_missing', reason }
}

function invalid(reason: string): TokenRejection {
  return { refused: 'invalid_token', reason }
}
