/** Defines applications, their credentials and subscriptions. */
import type { TokenCeiling } from '../../../shared/access/token-ceiling.ts'
import type { CertificateMember } from '../../contract/access/certificate-key.ts'
import type { AccessTerms } from './products.ts'
import type { GrantType } from './providers.ts'
import type { SourceLocation } from './source-location.ts'

export interface Application {
  name: string
  title: string
  /** The portal user who owns the application; undefined when the operator owns it. */
  owner?: string | undefined
  state: 'enabled' | 'disabled'
  clientType: 'confidential' | 'public'
  /** The grants that the application may use; undefined means those of the provider. */
  grants: ReadonlySet<GrantType> | undefined
  credentials: readonly Credential[]
  redirectEndpoints: readonly string[]
  subscriptions: readonly Subscription[]
  /** The terms of access; absent when there are none. */
  terms?: AccessTerms
  /** Upper limits for the tokens of the application; when absent, the provider's settings apply. */
  tokenCeiling?: LocatedTokenCeiling
  location: SourceLocation
}

export interface Credential {
  name: string
  clientId: string
  /** When the portal created the credential, in milliseconds since the epoch. */
  createdAt?: number | undefined
  /** Hashes in the PHC format; two while an old secret stays valid beside a new one. */
  secretHashes: readonly string[]
  /** When the newest secret expires, in milliseconds since the epoch; without it, the secret does not expire. */
  secretExpiresAt?: number | undefined
  /** When the second of two secrets expires, in milliseconds since the epoch. */
  oldSecretUntil?: number | undefined
  /** How the client authenticates without a secret; undefined for client secrets. */
  authentication?: KeyAuthentication
  /** The certificates by which APIs with `mutualTLS` know the application; absent when it registers none. */
  certificates?: readonly RegisteredCertificate[] | undefined
  /** Public keys that verify what the client signs: assertions and request objects. JWKs, RFC 7517. */
  keys?: readonly object[] | undefined
  /** The URL that gets a POST request when a session of an owner ends. */
  backchannelLogoutUri?: string | undefined
  /** Whether the documentation prints the secret, which causes a warning outside the sandbox. */
  hasWellKnownSecret: boolean
}

/** How a client authenticates with a key: by a signed assertion (RFC 7523), or by its certificate (RFC 8705). */
export type KeyAuthentication =
  | { method: 'private_key_jwt' | 'self_signed_tls_client_auth' }
  | { method: 'tls_client_auth'; subject: CertificateSubject }

/** What an application registers of a client certificate. */
export interface RegisteredCertificate {
  /** The text of `renderCertificateKey`. */
  key: string
  /** The registered value: a fingerprint, a subject or an alternative name. */
  value: string
}

/** The part of a certificate that names the client, by the name of its metadata: RFC 8705 section 2.1.2. */
export interface CertificateSubject {
  member: Exclude<CertificateMember, 'sha256'>
  value: string
}

export interface Subscription {
  product: string
  plan: string
  /** The plan that the application requested in place of `plan`, while the request waits for approval. */
  requestedPlan?: string | undefined
  state: 'enabled' | 'disabled' | 'pending'
  /** The plan from which the subscription moved, as `shop:1.0.0/gold`: its calls are counted there as before. */
  countedAs?: string | undefined
  /** The line at which it begins in the document of the application. */
  line: number
}

/** The limits of the scopes and lifetimes of tokens, which an application, a plan or a registry sets below those of the provider. */
export interface LocatedTokenCeiling extends TokenCeiling {
  location: SourceLocation
}
