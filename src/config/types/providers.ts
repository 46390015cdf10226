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
  /** The most that tokens of its users may have; absent: what the provider gives. */
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

/** How often somebody may be wrong within a window of so many seconds; 0 counts nothing. */
export interface FailedAttemptLimit {
  count: number
  window: number
}

/** An OAuth provider of somebody else, whose tokens open APIs here. */
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
  /** The Authorization field goes on to the API. */
  passesAuthorization: boolean
  /** A token of a client that is no application here opens APIs, too: without a plan, and so without limits. */
  allowsUnregisteredClients: boolean
  place: SourceLocation
}

export type TokenVerificationSettings =
  | {
      /** RFC 7662. */
      kind: 'introspection'
      endpoint: string
      credentials: { username: string; password: string } | undefined
      /** How long an answer is remembered: not at all, as the answer itself says, or for `cacheSeconds`. */
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
