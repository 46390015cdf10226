/** Builds the REST views of applications and subscriptions. */
import type { Application, Catalog, Subscription } from '../../config/types/index.ts'
import type { ApplicationView, SubscriptionView } from '../rest/index.ts'

export function buildApplicationView(
  application: Application,
  catalog: Pick<Catalog, 'products'>,
  now: number,
  lastUsed: readonly (number | undefined)[],
): ApplicationView {
  const { name, title, state, clientType, grants, redirectEndpoints, subscriptions } = application
  const { clientId = '', secretHashes = [], oldSecretUntil } = application.credentials[0] ?? {}
  const isOver = oldSecretUntil !== undefined && oldSecretUntil <= now
  const secrets = isOver ? Math.min(1, secretHashes.length) : secretHashes.length
  return {
    name,
    title,
    state,
    clientType,
    clientId,
    secrets,
    ...(secrets > 1 &&
      oldSecretUntil !== undefined && { oldSecretUntil: new Date(oldSecretUntil).toISOString() }),
    secretsLastUsed: lastUsed
      .slice(0, secrets)
      .map((at) => (at === undefined ? null : new Date(at).toISOString())),
    grants: grants ? [...grants] : null,
    redirectEndpoints: [...redirectEndpoints],
    subscriptions: subscriptions.map((each) => buildSubscriptionView(each, catalog)),
  }
}

export function buildSubscriptionView(
  { product: name, plan, state, requestedPlan }: Subscription,
  { products }: Pick<Catalog, 'products'>,
): SubscriptionView {
  const product = products.find((each) => each.name === name)
  return {
    product: name,
    productTitle: product?.title ?? name,
    plan,
    planTitle: product?.plans.get(plan)?.title ?? plan,
    state,
    ...(requestedPlan !== undefined && { requestedPlan }),
  }
}
