/**
 * Verifies JWTs (RFC 7519) with the keys of their issuer, a JWK set (RFC 7517).
 *
 * Keys are fetched at first use, again after ten minutes, and when a token names an unknown key, for that reason
 * at most once in 30 seconds.
 */
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose'
import type { TokenVerificationSettings } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { ProviderUnavailableError } from '../../data-plane/upstream/provider-request.ts'
import { openRemoteKeys } from '../../data-plane/upstream/remote-keys.ts'
import { buildTokenRejection, clockLeewaySeconds, verifyClaims } from './claims.ts'
import type { TokenVerifierDeps } from './third-party-verifiers.ts'

type Settings = Extract<TokenVerificationSettings, { kind: 'jwks' }>

/** Verified tokens are cached for a short time, so that a key that the issuer withdraws stops working soon. */
const cacheSeconds = 60
/** How many keys are tried for one token. */
const maxMatchingKeys = 10

/** Returns a function that verifies a token; rejects with `ProviderUnavailableError` without the keys. */
export function openJwtVerifier(
  settings: Settings,
  deps: TokenVerifierDeps,
): (token: string) => Promise<TokenVerificationResult> {
  const { issuer, algorithms } = settings
  const keys = keysOf(settings, deps)
  const rules = { issuer, algorithms: [...algorithms], requiredClaims: ['exp'], clockTolerance: clockLeewaySeconds }

  return async function verify(token) {
    const known = deps.cache.find(token)
    if (known) return known
    if (!isCanonical(token)) return buildTokenRejection('the token is not in canonical base64url')
    const now = deps.clock()
    try {
      const { payload } = await verifyWithAnyKey(token, keys, { ...rules, currentDate: new Date(now) })
      const result = hasAudience(payload.aud, settings)
        ? verifyClaims(payload, now / 1_000)
        : buildTokenRejection('unexpected "aud" claim value')
      deps.cache.add(token, result, cacheSeconds)
      return result
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw error
      if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
        throw new ProviderUnavailableError(`the keys could not be fetched: ${error.message}`, { cause: error })
      if (error instanceof errors.JOSEError) return buildTokenRejection(error.message)
      throw error
    }
  }
}

/** Verifies a token with the key that it names. Where several keys match, each of a few is tried. */
async function verifyWithAnyKey(
  token: string,
  keys: JWTVerifyGetKey,
  rules: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, rules)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    let failure: unknown = error
    let tried = 0
    for await (const key of error) {
      tried += 1
      if (tried > maxMatchingKeys) break
      try {
        return await jwtVerify(token, key, rules)
      } catch (wrong) {
        if (!(wrong instanceof errors.JWSSignatureVerificationFailed)) throw wrong
        failure = wrong
      }
    }
    throw failure
  }
}

/** Returns whether a token is for one of the audiences, or names none where the document allows it. */
function hasAudience(aud: unknown, { audiences, allowsMissingAudience }: Settings): boolean {
  if (aud === undefined) return allowsMissingAudience
  return [aud].flat().some((each) => typeof each === 'string' && audiences.includes(each))
}

function keysOf({ uri, keys }: Settings, { provider, connect, lasting }: TokenVerifierDeps): JWTVerifyGetKey {
  if (uri === undefined) return createLocalJWKSet({ keys } as JSONWebKeySet)
  const url = new URL(uri)
  return openRemoteKeys(url, connect(url.origin), provider.timeoutMs, lasting, provider.tlsProfile)
}

/** Returns whether every segment is canonical base64url: otherwise a token could have many cached texts. */
function isCanonical(token: string): boolean {
  const segments = token.split('.')
  return (
    segments.length === 3 && segments.every((each) => Buffer.from(each, 'base64url').toString('base64url') === each)
  )
}
