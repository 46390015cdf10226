/** Finds the plans that an application is subscribed to. */
import type { Application, Product } from '../config/types/index.ts'
import type { Entitlement } from './consumers.ts'

/** Returns the plans in the order of the enabled subscriptions. */
export function findSubscribedPlans(
  { subscriptions }: Application,
  products: readonly Product[],
): readonly Entitlement[] {
  return subscriptions
    .filter(({ state }) => state === 'enabled')
    .flatMap((subscription) =>
      products
        .filter((each) => isNamed(each, subscription.product))
        .flatMap((product) => {
          const plan = product.plans.get(subscription.plan)
          return plan ? [{ product, plan, subscription }] : []
        }),
    )
}

/** Returns whether a subscription refers to a product, by `name` or by `name:version`. */
function isNamed({ name, version }: Product, wanted: string): boolean {
  return wanted === name || wanted === `${name}:${version}`
}
