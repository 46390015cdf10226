/**
 * Tokens of somebody else's OAuth provider: verified by asking it, or by the keys that it publishes.
 */
import { createRequire } from 'node:module'

import type { Catalog, ThirdPartyProvider } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../lib/access/access-token.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Connect, Upstreams } from '../upstream/upstreams.ts'
import { ProviderUnavailable } from './ask.ts'
import { openIntrospection } from './introspection.ts'

/** Nothing can be said about the token: its provider could not be asked. The reason is for the log. */
export interface NoVerdict {
  unavailable: string
}

export type VerifyForeignToken = (token: string) => Promise<TokenVerificationResult | NoVerdict>

/** The verification of each provider, opened once for an edition of the documents. */
export interface ThirdParties {
  find(catalog: Catalog, provider: ThirdPartyProvider): VerifyForeignToken
}

/** What a way of verifying needs. */
export interface VerificationTools {
  provider: ThirdPartyProvider
  clock: Clock
  /** The connections to an origin, under the TLS profile of the provider. */
  connect(origin: string): Connect
}

/** Longer ones are refused unread. */
const longestToken = 16 * 1024 // characters

export function openThirdParties(clock: Clock, upstreams: Upstreams): ThirdParties {
  const opened = new Map<ThirdPartyProvider, VerifyForeignToken>()
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

function open(tools: VerificationTools): VerifyForeignToken {
  const { verification } = tools.provider
  const verify =
    verification.kind === 'jwks'
      ? (load('./keys.ts') as typeof import('./keys.ts')).openKeys(verification, tools)
      : openIntrospection(verification, tools)

  return async function verifyForeignToken(token) {
    if (token.length > longestToken) return { refused: 'invalid_token', reason: 'the token is too long' }
    try {
      return await verify(token)
    } catch (error) {
      if (error instanceof ProviderUnavailable) return { unavailable: error.message }
      throw error
    }
  }
}
