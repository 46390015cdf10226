/**
 * Tokens of somebody else's OAuth provider: verified by asking it, or by the keys that it publishes.
 */
import { createRequire } from 'node:module'

import type { Catalog, ThirdPartyProvider } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../lib/access/access-token.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { GetConnections, UpstreamConnections } from '../upstream/upstream-connections.ts'
import { openIntrospection } from './introspection.ts'
import { ProviderUnavailableError } from './provider-request.ts'

/** Nothing can be said about the token: its provider could not be asked. The reason is for the log. */
export interface VerificationUnavailable {
  unavailable: string
}

export type VerifyThirdPartyToken = (
  token: string,
) => Promise<TokenVerificationResult | VerificationUnavailable>

/** The verification of each provider, opened once for an edition of the documents. */
export interface ThirdPartyVerifiers {
  find(catalog: Catalog, provider: ThirdPartyProvider): VerifyThirdPartyToken
}

/** What a way of verifying needs. */
export interface VerificationDeps {
  provider: ThirdPartyProvider
  clock: Clock
  /** The connections to an origin, under the TLS profile of the provider. */
  connect(origin: string): GetConnections
}

/** Longer ones are refused unread. */
const longestToken = 16 * 1024 // characters

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

/** Few gateways verify tokens of others by keys: the code for it is loaded by those that do. */
const load = createRequire(import.meta.url)

function open(deps: VerificationDeps): VerifyThirdPartyToken {
  const { verification } = deps.provider
  const verify =
    verification.kind === 'jwks'
      ? (load('./jwt-verification.ts') as typeof import('./jwt-verification.ts')).openJwtVerification(
          verification,
          deps,
        )
      : openIntrospection(verification, deps)

  return async function verifyForeignToken(token) {
    if (token.length > longestToken) return { refused: 'invalid_token', reason: 'the token is too long' }
    try {
      return await verify(token)
    } catch (error) {
      if (error instanceof ProviderUnavailableError) return { unavailable: error.message }
      throw error
    }
  }
}
