/** Who calls: applications, their credentials and subscriptions. */

import type { GrantType } from './providers.ts'
import type { SourceLocation } from './source-location.ts'
import type { LocatedTokenCeiling } from './token-ceiling.ts'

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
  /** Upper limits for the tokens of the application; when absent, the provider's settings apply. */
  tokenCeiling?: LocatedTokenCeiling
  place: SourceLocation
}

export interface Credential {
  name: string
  clientId: string
  /** Hashes in the PHC format; two while a rotation overlaps. */
  secretHashes: readonly string[]
  /** When the second of two ends by itself, in milliseconds since the epoch. */
  oldSecretUntil?: number | undefined
  /** A secret that the documentation prints: fine in the sandbox, a warning anywhere else. */
  wellKnown: boolean
}

export interface Subscription {
  product: string
  plan: string
  /** Another plan, which was asked for and waits for approval. */
  requestedPlan?: string | undefined
  state: 'enabled' | 'disabled' | 'pending'
  place: SourceLocation
}
