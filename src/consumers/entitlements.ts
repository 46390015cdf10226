/**
 * What the subscriptions of an application open.
 */
import type { Application, Product } from '../config/types.ts'
import type { Entitlement } from './consumers.ts'

/** By API (`name:version`). Where several subscriptions open the same one, the first that is declared counts. */
export function entitlementsOf(
  { subscriptions }: Application,
  products: readonly Product[],
): ReadonlyMap<string, Entitlement> {
  const entitlements = new Map<string, Entitlement>()
  for (const subscription of subscriptions) {
    if (subscription.state !== 'enabled') continue

    for (const product of products.filter((each) => isNamed(each, subscription.product))) {
      const plan = product.plans.get(subscription.plan)
      for (const api of plan?.apis ?? []) {
        if (plan && !entitlements.has(api)) entitlements.set(api, { product, plan, subscription })
      }
    }
  }
  return entitlements
}

/** A subscription names a product, or one version of it as `name:version`. */
function isNamed({ name, version }: Product, wanted: string): boolean {
  return wanted === name || wanted === `${name}:${version}`
}
