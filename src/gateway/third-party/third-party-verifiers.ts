/** Verifies tokens of third-party OAuth providers: by introspection, or with the keys that a provider publishes. */
import { createRequire } from 'node:module'

import type { Catalog, ThirdPartyProvider } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { findModule } from '../../lib/package/source-files.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { GetConnections, UpstreamConnections } from '../upstream/upstream-connections.ts'
import { openIntrospectionVerifier } from './introspection.ts'
import { ProviderUnavailableError } from './provider-request.ts'

/** The result when the provider is not available. The text is written to the log. */
export interface VerificationUnavailable {
  unavailable: string
}

export type VerifyThirdPartyToken = (token: string) => Promise<TokenVerificationResult | VerificationUnavailable>

/** The verification functions of all third-party providers, opened once for a revision of the documents. */
export interface ThirdPartyVerifiers {
  find(catalog: Catalog, provider: ThirdPartyProvider): VerifyThirdPartyToken
}

/** The dependencies of a verification method. */
export interface TokenVerifierDeps {
  provider: ThirdPartyProvider
  clock: Clock
  /** Returns the connections to an origin under the TLS profile of the provider. */
  connect(origin: string): GetConnections
}

/** Longer tokens are rejected without verification. */
const maxTokenLength = 16 * 1024 // characters

export function openThirdPartyVerifiers(clock: Clock, upstreams: UpstreamConnections): ThirdPartyVerifiers {
  const opened = new Map<ThirdPartyProvider, VerifyThirdPartyToken>()
  return {
    find(catalog, provider) {
      let verify = opened.get(provider)
      if (!verify) {
        const profile = catalog.tlsProfiles.get(provider.tlsProfile?.split(':', 1)[0] ?? '')
        verify = open({ provider, clock, connect: (origin) => upstreams.find(origin, profile) })
        opened.set(provider, verify)
      }
      return verify
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
          load(findModule('gateway/third-party/jwt-verification')) as typeof import('./jwt-verification.ts')
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
