/** Handlers that subscribe an application to a plan and unsubscribe it. */
import { type Application, findSubscription, isOpenProduct } from '../../../config/types/index.ts'
import { findVisibleProducts, type VisitorContext } from '../catalogue/visible-products.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { SubscriptionView } from '../rest/index.ts'
import { buildSubscriptionView } from './application-view.ts'
import { removeDenial } from './denials.ts'
import { editApplication, findOwnApplication } from './own-applications.ts'

export const subscribeApplication: ResourceHandler<'PUT /applications/:application/subscriptions/:product'> = async (
  context,
) => {
  const { name } = findOwnApplication(context)
  const { product = '' } = context.params
  if (isHidden(product, context)) throw new PortalError('unknown_product')
  const changed = await editApplication(context, name, { do: 'subscribe', product, plan: context.body.plan })
  await removeDenial(context.deps, { application: name, product })
  return subscriptionIn(changed, product, context)
}

export const unsubscribeApplication: ResourceHandler<
  'DELETE /applications/:application/subscriptions/:product'
> = async (context) => {
  const application = findOwnApplication(context)
  const { name } = application
  const only = context.query.get('only') ?? undefined
  if (only !== undefined && only !== 'request')
    throw new PortalError('wrong_query', { detail: '"only" must be "request", or left out.' })
  const { product = '' } = context.params
  const isDismissed = await removeDenial(context.deps, { application: name, product })
  if (isDismissed && !findSubscription(application, product, context.deps.catalog)) return undefined
  await editApplication(context, name, { do: 'leave', product, only })
  return undefined
}

/** Returns whether the catalog offers the product, but not to this user. */
function isHidden(product: string, context: VisitorContext): boolean {
  const offered = context.deps.catalog.products.filter(isOpenProduct)
  const isNamed = ({ name }: { name: string }) => name === product
  return offered.some(isNamed) && !findVisibleProducts(context).some(isNamed)
}

function subscriptionIn(
  application: Application | undefined,
  product: string,
  { deps }: Pick<PortalContext, 'deps'>,
): SubscriptionView {
  const found = application && findSubscription(application, product, deps.catalog)
  if (!found) throw new PortalError('not_subscribed')
  return buildSubscriptionView(found, deps.catalog)
}
