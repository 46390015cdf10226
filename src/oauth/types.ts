/** The interface of an OAuth provider: what it needs, and what it offers to other modules. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalog, ProviderSettings } from '../config/types/index.ts'
import type { Consumers } from '../consumers/index.ts'
import type { AccessToken, VerifyToken } from '../contract/access/access-token.ts'
import type { DecideToken } from '../contract/access/token-decision.ts'
import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { UserRegistry } from '../registries/index.ts'
import type { ProofNonces } from '../security/index.ts'
import type { CounterStore, StateStore } from '../storage/index.ts'
import type { OauthEventListener } from '../telemetry/events/index.ts'
import type { RegisteredApplications } from './engine/registered-applications.ts'
import type { AppliedTokenCeiling } from './scopes/token-ceilings.ts'

/** The dependencies of a provider. */
export interface OpenOauthProviderOptions {
  catalog: Catalog
  settings: ProviderSettings
  /** The origin under which clients reach the gateway, without a slash at its end. */
  baseUrl: string
  store: StateStore
  /** Counts failed attempts; the store when there are no others. */
  counters?: CounterStore | undefined
  /** For how many milliseconds a lock-out that was read from the store is used. 0, the default, reads each time. */
  lockReadMs?: number | undefined
  /** Authenticates owners. Undefined when no grant of the provider needs a user registry. */
  registry: UserRegistry | undefined
  consumers: Consumers
  clock: Clock
  log: Log
  /** Tells the providers of other workers at once. Without it they find changes within half a second. */
  announce?: (message: unknown) => void
  /** Makes applications of registered clients; undefined in a process that cannot. */
  registeredApplications?: RegisteredApplications | undefined
  /** Runs the assembly of the provider, for providers with one. */
  decideToken?: DecideToken
  /** Called in the process that has rotated the signing keys on schedule. */
  onKeyRotated?: (key: { kid: string }) => void
  /** Called for every token that is issued and every request that is rejected. */
  onEvent?: OauthEventListener
}

/** An open provider. */
export interface OauthProvider {
  /** The path of the issuer, for example `/acme/sandbox/customer-oauth`. */
  path: string
  /** The paths at and below which the provider serves requests: `path`, or several for a provider with the base path `/`. */
  mountPaths: readonly string[]
  /** The path of the metadata of an issuer with a path, outside of `path`: RFC 8414 section 3.1. */
  wellKnownPath: string
  /** The issuer identifier, a URL: `baseUrl` and `path`. */
  issuer: string
  /** Serves a request at or below one of `mountPaths`, or at `wellKnownPath`. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Verifies an access token of this provider, without reading the store. */
  verify: VerifyToken
  /** The nonces of the DPoP proofs of its clients, also at the APIs. */
  proofNonces: ProofNonces
  /** Returns the ceilings that apply now; the user's only where the registry finds it without a sign-in. */
  findTokenCeilings(token: AccessToken): Promise<readonly AppliedTokenCeiling[]>
  /** Applies a message that the provider of another worker announced. It ignores other messages. */
  receive(message: unknown): Promise<void>
  /** Stops polling the store. Running requests still complete; the caller closes the store. */
  close(): Promise<void>
}
