/**
 * What the provider is handed, and what it gives back. No part outside sees more of it than this page.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Catalog, ProviderSettings } from '../config/types/index.ts'
import type { Consumers } from '../consumers/index.ts'
import type { AccessToken, VerifyToken } from '../lib/access/access-token.ts'
import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { UserRegistry } from '../registries/index.ts'
import type { StateStore } from '../storage/index.ts'
import type { OauthEventListener } from '../telemetry/events/index.ts'
import type { AppliedTokenCeiling } from './scopes/token-ceilings.ts'

export interface OpenOauthProviderOptions {
  catalog: Catalog
  settings: ProviderSettings
  /** The origin under which callers reach the gateway, without a slash at its end. */
  baseUrl: string
  store: StateStore
  /** Knows the users; undefined when no grant of the provider asks for one. */
  registry: UserRegistry | undefined
  consumers: Consumers
  clock: Clock
  log: Log
  /** Tells the other workers at once; without it they learn from the store, a quarter of a second later. */
  announce?: (message: unknown) => void
  /** Receives an event for every token that is issued and every request that is rejected. */
  onEvent?: OauthEventListener
}

export interface OauthProvider {
  /** `/acme/sandbox/customer-oauth`: every request at or below it is the provider's. */
  path: string
  /** Where RFC 8414 section 3.1 puts the metadata of an issuer with a path. */
  wellKnownPath: string
  issuer: string
  handle(request: IncomingMessage, response: ServerResponse): void
  verify: VerifyToken
  /** The ceilings that limit tokens like this one now; those of a user only where the registry can tell without a sign-in. */
  findTokenCeilings(token: AccessToken): Promise<readonly AppliedTokenCeiling[]>
  /** Applies an event that the provider of another worker announced. Ignores any other message. */
  receive(message: unknown): Promise<void>
  /** Stops watching the store, which is not closed; calls in flight still end well. */
  close(): Promise<void>
}
