/** Defines user registries and OAuth providers. */
import type { TokenCeiling } from '../../../shared/access/token-ceiling.ts'
import type { ProviderPathSettings } from '../../contract/access/provider-paths.ts'
import type { Assembly } from './api.ts'
import type { LocatedTokenCeiling } from './applications.ts'
import type { SourceLocation } from './source-location.ts'

export interface RegistrySettings {
  name: string
  title: string
  displayName: string
  /** The type of the registry: `authurl`, `ldap`, `lur`, `oidc`. */
  type: string
  caseSensitive: boolean
  /** Whether users sign in in their browser, so that nothing can check a password. */
  signsInBrowser?: boolean | undefined
  /** The settings of the registry's type, checked against its schema. */
  settings: unknown
  /** Upper limits for the tokens of the registry's users; when absent, the provider's settings apply. */
  tokenCeiling?: LocatedTokenCeiling
  location: SourceLocation
}

export type GrantType = 'password' | 'application' | 'access_code' | 'refresh_token'

/** The steps that the document of a provider adds to those of the provider itself. */
export interface ProviderAssembly extends Assembly {
  properties: ReadonlyMap<string, string>
}

/** A native OAuth provider. Times are in seconds. */
export interface ProviderSettings extends Pick<ProviderPathSettings, 'basePath' | 'authorizePath' | 'tokenPath'> {
  name: string
  title: string
  gatewayVersion: string
  grants: ReadonlySet<Exclude<GrantType, 'refresh_token'>>
  clientTypes: ReadonlySet<'confidential' | 'public'>
  /** The descriptions of the scopes by name. */
  scopes: ReadonlyMap<string, string>
  defaultScopes: readonly string[]
  /** `opaque`: clients get a reference to the token, which the store holds. */
  accessToken: { ttl: number; format?: 'jwt' | 'opaque' }
  /**
   * The keys that sign access tokens are rotated when they have signed for this many days; 0 for never. A new key is published
   * for `leadSeconds` before it signs, at least 2.
   */
  keyRotation: { afterDays: number; leadSeconds?: number }
  refreshToken: { enabled: boolean; count: number; ttl: number; oneTimeUse: boolean }
  /** The absolute end of a consent, counted from the first token; 0 for none. */
  maximumConsent: number
  pkce: { enabled: boolean; required: boolean; allowPlain: boolean }
  /** OpenID Connect. `claims` maps the names of claims to the attributes of users that the registry returns. */
  openidConnect: {
    enabled: boolean
    claims: ReadonlyMap<string, string>
    /** The authentication context classes; a sign-in with a password reaches the first one. */
    acrValues: readonly string[]
    /** Whether each client knows an owner by another name: OpenID Connect Core section 8.1. */
    isPairwise: boolean
  }
  /** Whether the provider keeps the FAPI 2.0 Security Profile. */
  isFapi?: boolean
  /** Registration of clients, RFC 7591; undefined where it is off. */
  registration?: RegistrationSettings | undefined
  /** The types of authorization details, RFC 9396; undefined for none. */
  authorizationDetails?: ReadonlyMap<string, AuthorizationDetailType> | undefined
  /** How long owners stay signed in in their browser, in seconds; 0 asks for each authorization request. */
  sessions: { ttl: number }
  /** Whether the provider has the device authorization grant (RFC 8628) and its pages. */
  deviceAuthorization: { enabled: boolean }
  /** Pushed authorization requests, RFC 9126. */
  pushedAuthorization: { enabled: boolean; required: boolean }
  /** The issuers of assertions that the JWT bearer grant accepts, RFC 7523; empty without the grant. */
  jwtBearer: readonly AssertionIssuer[]
  /** Who may exchange tokens, RFC 8693; empty without the grant. */
  tokenExchange: readonly ExchangeRule[]
  /** Authorization requests as signed objects, RFC 9101. */
  requestObjects: { enabled: boolean; required: boolean }
  /** Tokens bound by DPoP proofs, RFC 9449: whether each token must be, and whether each proof needs a nonce. */
  dpop: { enabled: boolean; required: boolean; nonce: boolean }
  /** Tokens bound to client certificates, RFC 8705: those of requests that have one, or all. */
  certificateBinding: { enabled: boolean; required: boolean }
  introspection: {
    enabled: boolean
    path: string
    /** The names of the applications that may introspect the tokens of all clients. */
    applications: ReadonlySet<string>
  }
  revocation: {
    enabled: boolean
    application: { enabled: boolean; path: string }
    owner: { enabled: boolean; path: string }
  }
  /** The name of the user registry. */
  registry: string | undefined
  /** The steps that run before a token is issued; absent when the document adds none. */
  assembly?: ProviderAssembly | undefined
  /** Whether the document is strict about names that nothing defines. */
  isStrict?: boolean
  /** Whether an export has named the registry: a catalog may lack it. */
  hasRegistryOfExport?: boolean
  /** The API that describes the provider, `name:version`; absent for a document of its own. */
  api?: string
  /** The limits on failed attempts of the token endpoint for each user, client and IP address. */
  failedAttempts: { user: FailedAttemptLimit; client: FailedAttemptLimit; address: FailedAttemptLimit }
  /** Where the private keys are that sign access tokens. */
  signingKeys: SigningKeySource
  /** The form of error responses of the token endpoint: that of the RFCs, or that of API Connect. */
  compat: 'rfc' | 'apic'
  debug: boolean
  location: SourceLocation
}

/** A type of authorization details. Members that are undefined limit nothing. */
export interface AuthorizationDetailType {
  /** What owners read. */
  title: string
  actions: ReadonlySet<string> | undefined
  /** The members that each detail must have. */
  required: readonly string[]
  /** The names of the applications that get such details without an owner, by client credentials. */
  clients: ReadonlySet<string>
}

/** Who may register clients, and what becomes of them: applications of the catalog. */
export interface RegistrationSettings {
  /** Undefined where clients cannot register themselves. */
  initialAccessToken: string | undefined
  /** Undefined where no URL of a document names a client. */
  metadataDocuments?: MetadataDocumentSettings | undefined
  /** The plan to which each application is subscribed. */
  product: string
  plan: string
  maxApplications: number
  allowed: RegisteredClientLimits
}

/** The most that a client which has registered itself may have, at its registration and in each token request. */
export interface RegisteredClientLimits {
  grants: ReadonlySet<GrantType>
  /** The types of authorization details; all those of the provider when undefined. */
  details: ReadonlySet<string> | undefined
  tokenCeiling: TokenCeiling
}

/** Whose metadata documents name clients. */
export interface MetadataDocumentSettings {
  /** The hosts of documents, in lower case; all when empty. */
  hosts: ReadonlySet<string>
  allowsPrivateAddresses: boolean
}

/** An issuer of assertions, with its keys or their URL. */
export type AssertionIssuer = { issuer: string; keys: readonly object[] | undefined; uri: string | undefined }

/** A rule of token exchange. Members that are undefined limit nothing. */
export interface ExchangeRule {
  /** The names of the applications that may exchange tokens. */
  clients: ReadonlySet<string>
  /** The names of the applications whose tokens they may exchange. */
  from: ReadonlySet<string> | undefined
  /** The scopes that the new token has at most. */
  scopes: ReadonlySet<string> | undefined
  /** The base paths of the APIs, one of which the new token is for. */
  apis: readonly string[] | undefined
}

/** Where the private keys of a provider are. */
export type SigningKeySource =
  /** Sluice generates them and keeps them in the state store. */
  | { kind: 'store' }
  /** PEM or JWK files. `path` is absolute and names a file or a folder of files. */
  | { kind: 'file'; path: string }
  /** An environment variable of the gateway with the text of a PEM or JWK file. */
  | { kind: 'environment'; variable: string }
  /** A program on the same machine that signs, at a Unix socket (`unix:/run/signer.sock`) or a loopback URL. */
  | { kind: 'signer'; url: string; timeoutMs: number }

/** The number of failed attempts that are allowed within a window in seconds; a count of 0 switches the limit off. */
export type FailedAttemptLimit = { count: number; window: number }

/** An OAuth provider of a third party whose tokens the gateway accepts. */
export interface ThirdPartyProvider {
  name: string
  title: string
  /** The grants of the provider, which include `implicit` and `jwt` besides those of native providers. */
  grants: ReadonlySet<string>
  /** The descriptions of the scopes by name. */
  scopes: ReadonlyMap<string, string>
  verification: TokenVerificationSettings
  /** The TLS client profile for connections to the provider: `name` or `name:version`. */
  tlsProfile: string | undefined
  timeoutMs: number
  /** Whether the gateway forwards the Authorization header to the upstream. */
  passesAuthorization: boolean
  /** Whether tokens of clients without an application are accepted. Such calls have no plan and therefore no limits. */
  allowsUnregisteredClients: boolean
  location: SourceLocation
}

export type TokenVerificationSettings =
  | {
      /** Token introspection, RFC 7662. */
      kind: 'introspection'
      endpoint: string
      credentials: { username: string; password: string } | undefined
      /** How long responses are cached: not at all, as they specify, or for `cacheSeconds`. */
      cache: 'no-cache' | 'protocol' | 'time-to-live'
      cacheSeconds: number
    }
  | {
      kind: 'jwks'
      /** The URL of the JWK set; undefined when `keys` contains the keys. */
      uri: string | undefined
      keys: readonly object[] | undefined
      issuer: string
      audiences: readonly string[]
      /** Whether tokens without `aud` are accepted. */
      allowsMissingAudience: boolean
      algorithms: readonly string[]
    }
