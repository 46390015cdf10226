/** Subscriptions that wait for the owners of the catalog. */
import type { Application, Subscription } from '../../config/types/index.ts'
import type { Call, Handler } from '../call/call.ts'
import { Refusal } from '../http/refusal.ts'
import type { ApprovalView } from '../rest/index.ts'
import type { Profiles } from '../session/profiles.ts'
import { editApplication } from './own.ts'
import { subscriptionView } from './view.ts'

export function approvalHandlers(profiles: Profiles) {
  const list: Handler<'GET /approvals'> = ({ tools }) =>
    Promise.all(waitingIn(tools.catalog.applications).map((each) => viewOf(each, tools)))

  const decide: Handler<'POST /approvals/:approval'> = async (call) => {
    const { catalog } = call.tools
    const found = waitingIn(catalog.applications).find((each) => idOf(each) === call.params.approval)
    if (!found) throw new Refusal('unknown_approval')

    const { application, subscription, plan } = found
    const { product } = subscription
    const { decision } = call.body
    const changed = await editApplication(call, application.name, { do: 'decide', product, plan, decision })
    const now = changed?.subscriptions.find((each) => each.product === product)
    return subscriptionView(now ?? { ...subscription, state: 'disabled' }, catalog)
  }

  return { list, decide }

  async function viewOf(waiting: Waiting, { catalog }: Call['tools']): Promise<ApprovalView> {
    const { application, subscription, plan } = waiting
    const { owner = '' } = application
    const product = catalog.products.find(({ name }) => name === subscription.product)
    const email = await profiles.email(owner)
    return {
      id: idOf(waiting),
      application: application.name,
      applicationTitle: application.title,
      owner,
      ...(email !== undefined && { email }),
      product: subscription.product,
      productTitle: product?.title ?? subscription.product,
      plan,
      planTitle: product?.plans.get(plan)?.title ?? plan,
      ...(subscription.state === 'enabled' && { presentPlan: subscription.plan }),
    }
  }
}

interface Waiting {
  application: Application
  subscription: Subscription
  /** The plan that is asked for. */
  plan: string
}

/** Also of applications that the operator wrote: `pending` means the same there. */
function waitingIn(applications: readonly Application[]): Waiting[] {
  return applications.flatMap((application) =>
    application.subscriptions.flatMap((subscription) => {
      const plan = subscription.state === 'pending' ? subscription.plan : subscription.requestedPlan
      return plan === undefined ? [] : [{ application, subscription, plan }]
    }),
  )
}

/** Another plan is another decision. Names hold no colon, but for that of a plan. */
function idOf({ application, subscription, plan }: Waiting): string {
  return `${application.name}:${subscription.product}:${plan}`
}
