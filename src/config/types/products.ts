/** Defines products, plans and their limits. */

import type { ApiDeprecation } from './api.ts'
import type { LocatedTokenCeiling } from './applications.ts'
import type { SourceLocation } from './source-location.ts'

export interface Product {
  name: string
  title: string
  description?: string | undefined
  version: string
  /**
   * Plans of a product that is not published open no APIs. A deprecated product accepts no new subscriptions.
   * Default: published.
   */
  state?: ProductState
  /** Who sees the product at the developer portal. Default: public. */
  visibility?: ProductVisibility
  /** The notice that the product will be turned off, for the portal and for the headers of responses. */
  deprecation?: ApiDeprecation
  plans: ReadonlyMap<string, Plan>
  location: SourceLocation
}

export type ProductState = 'staged' | 'published' | 'deprecated' | 'retired'

/**
 * `public`: everybody who may read the catalogue; `authenticated`: signed-in users; `subscribed`: users with an
 * application that is subscribed to the product, and the owners of the catalog.
 */
export type ProductVisibility = 'public' | 'authenticated' | 'subscribed'

/**
 * The calls that are allowed within an interval. A `hard` limit rejects calls above it; other limits only count
 * them.
 */
export interface CallLimit {
  name: string
  kind: 'rate' | 'burst'
  /** The number of calls; undefined for no limit. */
  calls: number | undefined
  /** The interval in seconds; 0 when there is no limit. */
  intervalSeconds: number
  hard: boolean
  location: SourceLocation
}

/** Terms of access of an API, of the applications of a plan, or of an application. */
export interface AccessTerms {
  /** The calls that each worker serves at the same time; undefined for no limit. */
  concurrentCalls: number | undefined
  /** The IP addresses and networks of callers; an empty `allow` allows all. Undefined allows all. */
  addresses: { allow: readonly string[]; deny: readonly string[] } | undefined
}

export interface Plan {
  name: string
  title: string
  description?: string | undefined
  approval: boolean
  limits: readonly CallLimit[]
  /** The APIs that the plan opens, by `name:version`. */
  apis: ReadonlySet<string>
  /** The terms of single APIs by `name:version`; absent when the plan opens all APIs on its own terms. */
  apiTerms?: ReadonlyMap<string, PlanApiTerms>
  /** The limits that apply where a policy of an assembly names them. */
  assemblyLimits?: readonly AssemblyLimit[]
  /** The terms of access of each application under the plan; absent when there are none. */
  terms?: AccessTerms
  /** Upper limits for the tokens of the plan's applications; when absent, the provider's settings apply. */
  tokenCeiling?: LocatedTokenCeiling
  location: SourceLocation
}

/**
 * The terms on which a plan opens an API. Limits of an operation replace those of the API, which replace those of
 * the plan, for each kind of limit.
 */
export interface PlanApiTerms {
  limits: readonly CallLimit[]
  /** The only operations that the plan opens, by `METHOD /path`, with their limits; undefined opens all. */
  operations: ReadonlyMap<string, readonly CallLimit[]> | undefined
}

export interface AssemblyLimit extends CallLimit {
  /** The amount that one call adds to the count. */
  weight: number
  /**
   * Whether the response tells the caller about the limit: status 429 and limit headers. Otherwise the status is
   * 503.
   */
  isClient: boolean
  /** The keys of the count within the plan: each API, application or client has a count of its own. */
  per: { api: boolean; application: boolean; client: boolean }
}
