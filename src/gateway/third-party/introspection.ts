/** Verifies tokens by introspection: the provider is called for each token (RFC 7662). */

import type { TokenVerificationSettings } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { renderBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { openSemaphore, openSharedChecks } from '../../security/index.ts'
import { findHeader } from '../message/headers.ts'
import { buildTokenRejection, type TokenClaims, verifyClaims } from './claims.ts'
import { fetchProviderJson, ProviderUnavailableError } from './provider-request.ts'
import type { TokenVerifierDeps } from './third-party-verifiers.ts'
import { openTokenVerificationCache } from './verification-cache.ts'

type Settings = Extract<TokenVerificationSettings, { kind: 'introspection' }>

/**
 * Returns a function that verifies a token. It rejects with a `ProviderUnavailableError` when the provider does
 * not respond as RFC 7662 demands.
 */
export function openIntrospectionVerifier(
  settings: Settings,
  { provider, clock, connect }: TokenVerifierDeps,
): (token: string) => Promise<TokenVerificationResult> {
  const { origin, pathname, search } = new URL(settings.endpoint)
  const getConnections = connect(origin)
  const headers = headersFor(settings)
  const cache = openTokenVerificationCache(clock)
  const checks = openSharedChecks<TokenVerificationResult>()
  const limitConcurrency = openSemaphore({
    maxRunning: 64,
    maxWaiting: 1_024,
    createOverflowError: () => new ProviderUnavailableError('too many tokens are waiting to be introspected'),
  })

  async function introspect(token: string): Promise<TokenVerificationResult> {
    const body = Buffer.from(new URLSearchParams({ token, token_type_hint: 'access_token' }).toString())
    const request = { method: 'POST', path: pathname + search, headers, body }
    const response = await limitConcurrency(() => fetchProviderJson(getConnections, request, provider.timeoutMs))
    const result = readResponse(response.value, clock() / 1_000)
    cache.add(token, result, findCacheSeconds(settings, response.headers))
    return result
  }

  if (settings.cache === 'no-cache') return introspect
  return async function introspectOnce(token) {
    return cache.find(token) ?? checks.run(token, () => introspect(token))
  }
}

function headersFor({ credentials }: Settings): string[] {
  const headers = ['accept', 'application/json', 'content-type', 'application/x-www-form-urlencoded']
  if (credentials) headers.push('authorization', renderBasicCredentials(credentials.username, credentials.password))
  return headers
}

/** RFC 7662 section 2.2: a token is valid only if the response says `active: true`. */
function readResponse(value: unknown, now: number): TokenVerificationResult {
  if (!isIntrospectionResponse(value))
    throw new ProviderUnavailableError(
      'the provider is not available: its response does not say whether the token is active',
    )
  return value.active ? verifyClaims(value, now) : buildTokenRejection('the provider says that the token is not active')
}

function isIntrospectionResponse(value: unknown): value is TokenClaims & { active: boolean } {
  return typeof value === 'object' && value !== null && 'active' in value && typeof value.active === 'boolean'
}

function findCacheSeconds({ cache, cacheSeconds }: Settings, fields: readonly string[]): number {
  if (cache === 'time-to-live') return cacheSeconds
  return cache === 'protocol' ? freshness(findHeader(fields, 'cache-control') ?? '') : 0
}

/** Returns the freshness lifetime in seconds: RFC 9111 section 5.2.2. */
function freshness(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0
  return Number(/\bmax-age="?(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0)
}
