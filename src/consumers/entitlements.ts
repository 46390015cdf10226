/**
 * What the subscriptions of an application open.
 */
import type { Application, Product } from '../config/types/index.ts'
import type { Entitlement } from './consumers.ts'
import { subscribedPlans } from './plans.ts'

/** How an API is open to an application. Where several subscriptions open an operation, the first one counts. */
export interface Opened {
  /** By `METHOD /path`: those that a plan names before another opens all; undefined when none does. */
  operations: Map<string, Entitlement> | undefined
  /** What opens every other operation. */
  others: Entitlement | undefined
}

/** By API (`name:version`). */
export function entitlementsOf(
  application: Application,
  products: readonly Product[],
): ReadonlyMap<string, Opened> {
  const entitlements = new Map<string, Opened>()
  for (const entitlement of subscribedPlans(application, products)) {
    for (const api of entitlement.plan.apis) {
      const opened = entitlements.get(api) ?? { operations: undefined, others: undefined }
      entitlements.set(api, opened)
      add(opened, api, entitlement)
    }
  }
  return entitlements
}

function add(opened: Opened, api: string, entitlement: Entitlement): void {
  if (opened.others) return
  const named = entitlement.plan.apiTerms?.get(api)?.operations
  if (!named) opened.others = entitlement
  for (const operation of named?.keys() ?? []) {
    opened.operations ??= new Map()
    if (!opened.operations.has(operation)) opened.operations.set(operation, entitlement)
  }
}
