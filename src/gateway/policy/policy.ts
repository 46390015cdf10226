/**
 * What a policy is: how it reads its settings, where steps stand within it, and what it makes of a call.
 */
import type { Api, Catalog, SourceLocation } from '../../config/types/index.ts'
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import type { GatewayDeps } from '../call/deps.ts'
import type { Step } from '../call/step.ts'
import type { LimitCounters } from '../limits/limit-counters.ts'
import type { TemplateScope } from '../templates/template.ts'
import type { UpstreamConnections } from '../upstream/upstream-connections.ts'

/** Where a policy stands. */
export interface PolicyContext {
  api: Api
  catalog: Catalog
  place: SourceLocation
  scope: TemplateScope
  connections: UpstreamConnections
  counters: LimitCounters
  deps: GatewayDeps
  /** The steps within the policy, in the order of `branches`. */
  branches: readonly (readonly Step[])[]
}

export interface Policy<S extends TSchema = TSchema> {
  policy: string
  settings: S
  /** Paths inside the settings that hold steps, in order. */
  branches?(settings: Static<S>): readonly (readonly (string | number)[])[]
  /** It holds messages against the contract of the API; pointers to schemas that its settings name besides. */
  contract?(settings: Static<S>): readonly string[]
  /** Once built it is at work also without a call. */
  hasBackgroundWork?(settings: Static<S>): boolean
  /** The variables that it sets, so that templates may name them. */
  assignedVariables?(settings: Static<S>): readonly string[]
  /** Throws a `DocumentError` when the settings cannot work where they stand. */
  build(settings: Static<S>, context: PolicyContext): Step
}

/** Keeps the type of the settings with the policy that reads them. */
export function definePolicy<S extends TSchema>(policy: Policy<S>): Policy<S> {
  return policy
}
