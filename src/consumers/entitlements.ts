/** Computes which operations the subscriptions of an application open. */
import type { Application, Product } from '../config/types/index.ts'
import type { Entitlement } from './consumers.ts'
import { findSubscribedPlans } from './subscribed-plans.ts'

/**
 * The operations of one API that an application can call. When several subscriptions open an operation, the first
 * one applies.
 */
export interface ApiEntitlements {
  /**
   * By `METHOD /path`: the operations that plans list, up to the first plan that opens all operations; undefined
   * when there are none.
   */
  byOperation: Map<string, Entitlement> | undefined
  /** The entitlement to every other operation. */
  forOtherOperations: Entitlement | undefined
}

/** Returns the entitlements of an application, by API (`name:version`). */
export function buildEntitlements(
  application: Application,
  products: readonly Product[],
): ReadonlyMap<string, ApiEntitlements> {
  const entitlements = new Map<string, ApiEntitlements>()
  for (const entitlement of findSubscribedPlans(application, products)) {
    for (const api of entitlement.plan.apis) {
      const opened = entitlements.get(api) ?? { byOperation: undefined, forOtherOperations: undefined }
      entitlements.set(api, opened)
      add(opened, api, entitlement)
    }
  }
  return entitlements
}

function add(opened: ApiEntitlements, api: string, entitlement: Entitlement): void {
  if (opened.forOtherOperations) return
  const named = entitlement.plan.apiTerms?.get(api)?.operations
  if (!named) opened.forOtherOperations = entitlement
  for (const operation of named?.keys() ?? []) {
    opened.byOperation ??= new Map()
    if (!opened.byOperation.has(operation)) opened.byOperation.set(operation, entitlement)
  }
}
