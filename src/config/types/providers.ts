/** Who knows users and who issues tokens: registries and OAuth providers. */

import type { SourceLocation } from './source-location.ts'
import type { LocatedTokenCeiling } from './token-ceiling.ts'

export interface RegistrySettings {
  name: string
  title: string
  displayName: string
  /** `authurl`, `ldap`, `lur`, ... */
  type: string
  caseSensitive: boolean
  /** What the registry's type reads from the document, checked against its schema. */
  settings: unknown
  /** Upper limits for the tokens of the registry's users; when absent, the provider's settings apply. */
  tokenCeiling?: LocatedTokenCeiling
  place: SourceLocation
}

export type GrantType = 'password' | 'application' | 'access_code' | 'refresh_token'

/** A native OAuth provider. Times are in seconds. */
export interface ProviderSettings {
  name: string
  title: string
  gatewayVersion: string
  /** Path below the catalog, `/customer-oauth`; the issuer is the gateway's base URL, the catalog's path and this. */
  basePath: string
  authorizePath: string
  tokenPath: string
  grants: ReadonlySet<Exclude<GrantType, 'refresh_token'>>
  clientTypes: ReadonlySet<'confidential' | 'public'>
  /** Scope name to description. */
  scopes: ReadonlyMap<string, string>
  defaultScopes: readonly string[]
  accessToken: { ttl: number }
  refreshToken: { enabled: boolean; count: number; ttl: number; oneTimeUse: boolean }
  /** The absolute end of a consent, counted from the first token; 0 for none. */
  maximumConsent: number
  pkce: { enabled: boolean; required: boolean; allowPlain: boolean }
  introspection: {
    enabled: boolean
    path: string
    /** Applications that are told about the tokens of all clients, by name. */
    applications: ReadonlySet<string>
  }
  revocation: {
    enabled: boolean
    application: { enabled: boolean; path: string }
    owner: { enabled: boolean; path: string }
  }
  /** The registry that knows the users, by name. */
  registry: string | undefined
  /** Answers of the token endpoint: as the RFCs say, or as the product that people come from. */
  failedAttempts: { user: FailedAttemptLimit; client: FailedAttemptLimit; address: FailedAttemptLimit }
  compat: 'rfc' | 'apic'
  debug: boolean
  place: SourceLocation
}

/** The number of failed attempts that are allowed within a window in seconds; a count of 0 switches the limit off. */
export interface FailedAttemptLimit {
  count: number
  window: number
}

/** An OAuth provider of a third party whose tokens the gateway accepts. */
export interface ThirdPartyProvider {
  name: string
  title: string
  /** The grants that it gives, `implicit` and `jwt` besides the native ones. */
  grants: ReadonlySet<string>
  /** Scope name to description. */
  scopes: ReadonlyMap<string, string>
  verification: TokenVerificationSettings
  /** For the connection to it: `name` or `name:version`. */
  tlsProfile: string | undefined
  timeoutMs: number
  /** Whether the gateway forwards the Authorization header to the upstream. */
  passesAuthorization: boolean
  /**
   * Whether tokens of clients without an application are accepted. Such calls have no plan and therefore no
   * limits.
   */
  allowsUnregisteredClients: boolean
  place: SourceLocation
}

export type TokenVerificationSettings =
  | {
      /** RFC 7662. */
      kind: 'introspection'
      endpoint: string
      credentials: { username: string; password: string } | undefined
      /**
       * How long the gateway caches an introspection response: never, as the response says, or for
       * `cacheSeconds`.
       */
      cache: 'no-cache' | 'protocol' | 'time-to-live'
      cacheSeconds: number
    }
  | {
      kind: 'jwks'
      /** Where the keys are; undefined when they stand in `keys`. */
      uri: string | undefined
      keys: readonly object[] | undefined
      issuer: string
      audiences: readonly string[]
      algorithms: readonly string[]
    }
