/** Finds the plans that an application is subscribed to. */
import { type Application, isProductNamed, type Product } from '../config/types/index.ts'
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
        .filter((each) => isProductNamed(each, subscription.product))
        .flatMap((product) => {
          const plan = product.plans.get(subscription.plan)
          return plan ? [{ product, plan, subscription }] : []
        }),
    )
}
