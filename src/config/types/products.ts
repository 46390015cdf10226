/** What is offered: products, plans and their limits. */

import type { SourceLocation } from './source-location.ts'
import type { LocatedTokenCeiling } from './token-ceiling.ts'

export interface Product {
  name: string
  title: string
  description?: string | undefined
  version: string
  /** What is not published opens nothing. To what is deprecated nobody is to subscribe any more. Absent: published. */
  state?: ProductState
  plans: ReadonlyMap<string, Plan>
  place: SourceLocation
}

export type ProductState = 'staged' | 'published' | 'deprecated' | 'retired'

/** Calls allowed within an interval; `hard` refuses what is over, otherwise it is only counted. */
export interface CallLimit {
  name: string
  kind: 'rate' | 'burst'
  /** Undefined is unlimited. */
  calls: number | undefined
  /** 0 when there is no limit. */
  intervalSeconds: number
  hard: boolean
  place: SourceLocation
}

export interface Plan {
  name: string
  title: string
  description?: string | undefined
  approval: boolean
  limits: readonly CallLimit[]
  /** The APIs that the plan opens, by `name:version`. */
  apis: ReadonlySet<string>
  /** What the plan says of single APIs, by `name:version`; absent when it opens them as they are. */
  apiTerms?: ReadonlyMap<string, PlanApiTerms>
  /** Limits that count where an assembly asks for them by name. */
  assemblyLimits?: readonly AssemblyLimit[]
  /** The most that tokens of its applications may have; absent: what the provider gives. */
  tokenCeiling?: LocatedTokenCeiling
  place: SourceLocation
}

/**
 * How a plan opens an API. The limits of an operation stand in the place of the API's, and the API's in the place of
 * the plan's, for each kind of limit by itself.
 */
export interface PlanApiTerms {
  limits: readonly CallLimit[]
  /** The only operations that the plan opens, by `METHOD /path`, with their limits; undefined opens all. */
  operations: ReadonlyMap<string, readonly CallLimit[]> | undefined
}

export interface AssemblyLimit extends CallLimit {
  /** How much a call counts. */
  weight: number
  /** Whether the caller is told: 429 and the fields of the limit, or otherwise 503 and nothing. */
  isClient: boolean
  /** For what the count is kept, within the plan. */
  per: { api: boolean; application: boolean; client: boolean }
}
