/** Builds the REST views of applications and subscriptions. */
import {
  type Application,
  type Catalog,
  type Credential,
  findProduct,
  type Product,
  type Subscription,
} from '../../../config/types/index.ts'
import type { ApplicationView, CredentialView, SubscriptionView } from '../rest/index.ts'
import type { Denial } from './denials.ts'

export function buildApplicationView(
  application: Application,
  catalog: Pick<Catalog, 'products'>,
  now: number,
  /** The last uses of the secrets of each credential, in the order of the credentials. */
  uses: readonly (readonly (number | undefined)[])[],
  denials: readonly Denial[],
): ApplicationView {
  const { name, title, state, clientType, grants, redirectEndpoints } = application
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
    oldSecretUntil: secrets > 1 && oldSecretUntil !== undefined ? new Date(oldSecretUntil).toISOString() : undefined,
    secretsLastUsed: (uses[0] ?? [])
      .slice(0, secrets)
      .map((at) => (at === undefined ? null : new Date(at).toISOString())),
    credentials: application.credentials.map((each, index) => buildCredentialView(each, uses[index] ?? [])),
    grants: grants ? [...grants] : null,
    redirectEndpoints: [...redirectEndpoints],
    subscriptions: buildSubscriptionViews(application, catalog, denials),
  }
}

function buildCredentialView(
  { name, clientId, createdAt, secretExpiresAt }: Credential,
  uses: readonly (number | undefined)[],
): CredentialView {
  const last = Math.max(0, ...uses.map((at) => at ?? 0))
  return {
    name,
    clientId,
    createdAt: createdAt === undefined ? undefined : new Date(createdAt).toISOString(),
    secretExpiresAt: secretExpiresAt === undefined ? undefined : new Date(secretExpiresAt).toISOString(),
    lastUsed: last === 0 ? null : new Date(last).toISOString(),
  }
}

/** Returns the subscriptions, and the denied requests of products that the application is not subscribed to. */
function buildSubscriptionViews(
  { name, subscriptions }: Application,
  catalog: Pick<Catalog, 'products'>,
  denials: readonly Denial[],
): SubscriptionView[] {
  const own = denials.filter(({ application }) => application === name)
  const isSubscribed = (product: string) => subscriptions.some((each) => each.product === product)
  return [
    ...subscriptions.map((each) =>
      buildSubscriptionView(
        each,
        catalog,
        own.find(({ product }) => product === each.product),
      ),
    ),
    ...own.filter(({ product }) => !isSubscribed(product)).map((denial) => buildDeniedView(denial, catalog)),
  ]
}

/** Returns the view of a request that an owner denied, for a product without a subscription. */
export function buildDeniedView(denial: Denial, catalog: Pick<Catalog, 'products'>): SubscriptionView {
  const { product, plan } = denial
  return { ...buildSubscriptionView({ product, plan, state: 'pending' }, catalog, denial), state: 'denied' }
}

export function buildSubscriptionView(
  { product: name, plan, state, requestedPlan }: Pick<Subscription, 'product' | 'plan' | 'state' | 'requestedPlan'>,
  { products }: Pick<Catalog, 'products'>,
  denial?: Denial,
): SubscriptionView {
  const product = findProduct(products, name)
  return {
    product: product?.name ?? name,
    productTitle: product ? nameVersion(product) : name,
    plan,
    planTitle: product?.plans.get(plan)?.title ?? plan,
    state,
    requestedPlan,
    denial: denial && {
      plan: denial.plan,
      planTitle: product?.plans.get(denial.plan)?.title ?? denial.plan,
      at: denial.at,
      reason: denial.reason,
    },
  }
}

/** Returns the title, with the version where another version of the product is beside it. */
export function nameVersion({ name, title, version }: Product): string {
  return name.includes(':') ? `${title} ${version}` : title
}
