/**
 * Verification by the keys of the issuer: JWTs, RFC 7519, signed with keys of a JWK set, RFC 7517.
 *
 * Keys are fetched when they are first needed, again after ten minutes, and when a token names one that is not known -
 * but for such tokens no more often than every half minute.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'

import type { TokenVerificationSettings } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../lib/access/access-token.ts'
import { rejectToken, verifyClaims } from './claims.ts'
import { fetchProviderJson, ProviderUnavailableError } from './provider-request.ts'
import type { VerificationDeps } from './third-party-verifiers.ts'
import { openTokenVerdictCache } from './verdict-cache.ts'

type Settings = Extract<TokenVerificationSettings, { kind: 'jwks' }>

/** Not for long: a key that its issuer has withdrawn must come to its end here, too. */
const secondsRemembered = 60

/** Throws `ProviderUnavailable` when the keys cannot be had. */
export function openJwtVerification(
  settings: Settings,
  deps: VerificationDeps,
): (token: string) => Promise<TokenVerificationResult> {
  const { issuer, audiences, algorithms } = settings
  const keys = keysOf(settings, deps)
  const cache = openTokenVerdictCache(deps.clock)
  const rules = {
    issuer,
    audience: [...audiences],
    algorithms: [...algorithms],
    requiredClaims: ['exp'],
  }

  return async function verify(token) {
    const known = cache.find(token)
    if (known) return known
    if (!isCanonical(token)) return rejectToken('the token is not spelt as a JWT is')
    const now = deps.clock()
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: new Date(now) })
      const verdict = verifyClaims(payload, now / 1_000)
      cache.add(token, verdict, secondsRemembered)
      return verdict
    } catch (error) {
      if (error instanceof ProviderUnavailableError) throw error
      if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
        throw new ProviderUnavailableError(`the keys could not be had: ${error.message}`, { cause: error })
      if (error instanceof errors.JOSEError) return rejectToken(error.message)
      throw error
    }
  }
}

function keysOf({ uri, keys }: Settings, { provider, connect }: VerificationDeps): JWTVerifyGetKey {
  if (uri === undefined) return createLocalJWKSet({ keys } as JSONWebKeySet)
  const { origin, pathname, search } = new URL(uri)
  const open = connect(origin)
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: provider.timeoutMs,
    async [customFetch]() {
      const question = { method: 'GET', path: pathname + search, headers: ['accept', 'application/json'] }
      const { value } = await fetchProviderJson(open, question, provider.timeoutMs)
      return Response.json(value)
    },
  })
}

/** Other spellings of base64url would be other texts of the same token. */
function isCanonical(token: string): boolean {
  const segments = token.split('.')
  return (
    segments.length === 3 &&
    segments.every((each) => Buffer.from(each, 'base64url').toString('base64url') === each)
  )
}
