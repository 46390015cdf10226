/** What an application is subscribed to, and what waits for the owners of the catalog. */
import type { Application } from '../../config/types/index.ts'
import type { Call, Handler } from '../call/call.ts'
import { Refusal } from '../http/refusal.ts'
import type { SubscriptionView } from '../rest/index.ts'
import { editApplication, ownApplication } from './own.ts'
import { subscriptionView } from './view.ts'

export const subscribe: Handler<'PUT /applications/:application/subscriptions/:product'> = async (call) => {
  const { name } = ownApplication(call)
  const { product = '' } = call.params
  const changed = await editApplication(call, name, { do: 'subscribe', product, plan: call.body.plan })
  return subscriptionIn(changed, product, call)
}

export const leave: Handler<'DELETE /applications/:application/subscriptions/:product'> = async (call) => {
  const { name } = ownApplication(call)
  const only = call.query.get('only') ?? undefined
  if (only !== undefined && only !== 'request')
    throw new Refusal('wrong_query', { detail: '"only" must be "request", or left out.' })
  await editApplication(call, name, { do: 'leave', product: call.params.product ?? '', only })
  return undefined
}

function subscriptionIn(
  application: Application | undefined,
  product: string,
  { tools }: Pick<Call, 'tools'>,
): SubscriptionView {
  const found = application?.subscriptions.find((each) => each.product === product)
  if (!found) throw new Refusal('not_subscribed')
  return subscriptionView(found, tools.catalog)
}
