/** Verifies tokens of third-party OAuth providers: by introspection, or with the keys that a provider publishes. */
import { createRequire } from 'node:module'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { membersOf } from '../../../shared/lib/collections/json-object.ts'
import { renderBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import { findModule } from '../../../shared/lib/package/source-files.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { openSemaphore, openSharedChecks } from '../../../shared/security/index.ts'
import type { ThirdPartyProvider, TokenVerificationSettings } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { readDirectives, readSeconds } from '../../data-plane/cache/cache-control.ts'
import type { OpenThirdPartyVerifiers, VerifyThirdPartyToken } from '../../data-plane/security/third-party-verifiers.ts'
import type { LastingState } from '../../data-plane/upstream/lasting-state.ts'
import { fetchProviderJson, ProviderUnavailableError } from '../../data-plane/upstream/provider-request.ts'
import type { GetConnections } from '../../data-plane/upstream/upstream-connections.ts'
import { buildTokenRejection, verifyClaims } from './claims.ts'
import { openTokenVerificationCache } from './verification-cache.ts'

/** The dependencies of a verification method. */
export interface TokenVerifierDeps {
  provider: ThirdPartyProvider
  clock: Clock
  /** Returns the connections to an origin under the TLS profile of the provider. */
  connect(origin: string): GetConnections
  cache: ReturnType<typeof openTokenVerificationCache>
  lasting: LastingState
}

/** Longer tokens are rejected without verification. */
const maxTokenLength = 16 * 1024 // characters

export const openThirdPartyVerifiers: OpenThirdPartyVerifiers = (clock, upstreams, lasting) => {
  const opened = new Map<ThirdPartyProvider, VerifyThirdPartyToken>()
  return {
    find(catalog, provider) {
      return getOrCreate(opened, provider, () => {
        const profile = catalog.tlsProfiles.get(provider.tlsProfile?.split(':', 1)[0] ?? '')
        const cache = openTokenVerificationCache(clock, lasting, [catalog.path, provider.verification, profile])
        return open({ provider, clock, connect: (origin) => upstreams.find(origin, profile), cache, lasting })
      })
    },
  }
}

/** The library for JWTs is loaded with the first provider that needs it, because few gateways do. */
const load = createRequire(import.meta.url)

function open(deps: TokenVerifierDeps): VerifyThirdPartyToken {
  const { verification } = deps.provider
  const verify =
    verification.kind === 'jwks'
      ? (
          load(findModule('gateway/parts/third-party/jwt-verification')) as typeof import('./jwt-verification.ts')
        ).openJwtVerifier(verification, deps)
      : openIntrospectionVerifier(verification, deps)

  return async function verifyThirdPartyToken(token) {
    if (token.length > maxTokenLength) return { refused: 'invalid_token', reason: 'the token is too long' }
    try {
      return await verify(token)
    } catch (error) {
      if (error instanceof ProviderUnavailableError) return { unavailable: error.message }
      throw error
    }
  }
}

type Settings = Extract<TokenVerificationSettings, { kind: 'introspection' }>

/** Returns a function that verifies a token; rejects with `ProviderUnavailableError` for responses against RFC 7662. */
function openIntrospectionVerifier(
  settings: Settings,
  { provider, clock, connect, cache }: TokenVerifierDeps,
): (token: string) => Promise<TokenVerificationResult> {
  const { origin, pathname, search } = new URL(settings.endpoint)
  const getConnections = connect(origin)
  const headers = headersFor(settings)
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
    const result = readResponse(response.value, settings.endpoint, clock() / 1_000)
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
function readResponse(value: unknown, endpoint: string, now: number): TokenVerificationResult {
  const claims = membersOf(value)
  if (typeof claims.active !== 'boolean')
    throw new ProviderUnavailableError(
      'the provider is not available: its response does not say whether the token is active',
    )
  return claims.active
    ? verifyClaims({ iss: endpoint, ...claims }, now)
    : buildTokenRejection('the provider says that the token is not active')
}

/** RFC 9111 section 5.2.2. */
function findCacheSeconds({ cache, cacheSeconds }: Settings, headers: readonly string[]): number {
  if (cache !== 'protocol') return cache === 'time-to-live' ? cacheSeconds : 0
  const directives = readDirectives(headers)
  return directives.has('no-store') || directives.has('no-cache') ? 0 : (readSeconds(directives, 'max-age') ?? 0)
}
