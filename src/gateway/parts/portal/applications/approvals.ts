/** Handlers for subscriptions that need the approval of an owner of the catalog. */
import type { Application, Subscription } from '../../../config/types/index.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { AccountMail } from '../mail/account-mail.ts'
import type { ApprovalView, DecideApprovalRequest } from '../rest/index.ts'
import type { ProfileStore } from '../session/stores/profile-store.ts'
import { buildDeniedView, buildSubscriptionView } from './application-view.ts'
import { saveDenial } from './denials.ts'
import { editApplication } from './own-applications.ts'

export function buildApprovalHandlers(profiles: ProfileStore, mail: AccountMail) {
  const list: ResourceHandler<'GET /approvals'> = ({ deps }) =>
    Promise.all(findPendingApprovals(deps.catalog.applications).map((each) => viewOf(each, deps)))

  const decide: ResourceHandler<'POST /approvals/:approval'> = async (context) => {
    const { catalog } = context.deps
    const found = findPendingApprovals(catalog.applications).find(
      (each) => buildApprovalId(each) === context.params.approval,
    )
    if (!found) throw new PortalError('unknown_approval')

    const { application, subscription, plan } = found
    const { product } = subscription
    const { decision, reason } = context.body
    const changed = await editApplication(context, application.name, { do: 'decide', product, plan, decision, reason })
    notify(found, context.body, context)
    const now = changed?.subscriptions.find((each) => each.product === product)
    if (decision === 'approve') return buildSubscriptionView(now ?? subscription, catalog)

    const at = new Date(context.deps.clock()).toISOString()
    const denial = { application: application.name, product, plan, at, reason }
    await saveDenial(context.deps, denial)
    return now ? buildSubscriptionView(now, catalog, denial) : buildDeniedView(denial, catalog)
  }

  return { list, decide }

  function notify(
    { application, subscription, plan }: PendingApproval,
    { decision, reason }: DecideApprovalRequest,
    { deps, user }: Pick<PortalContext, 'deps' | 'user'>,
  ): void {
    const { name, title, owner } = application
    if (owner === undefined) return
    const product = deps.catalog.products.find((each) => each.name === subscription.product)
    const facts = {
      application: name,
      applicationTitle: title,
      decision,
      reason,
      productTitle: product?.title ?? subscription.product,
      planTitle: product?.plans.get(plan)?.title ?? plan,
    }
    mail.sendDecision(owner, facts, user.name)
  }

  async function viewOf(waiting: PendingApproval, { catalog }: PortalContext['deps']): Promise<ApprovalView> {
    const { application, subscription, plan } = waiting
    const { owner = '' } = application
    const product = catalog.products.find(({ name }) => name === subscription.product)
    const email = (await profiles.find(owner))?.email
    return {
      id: buildApprovalId(waiting),
      application: application.name,
      applicationTitle: application.title,
      owner,
      email,
      product: subscription.product,
      productTitle: product?.title ?? subscription.product,
      plan,
      planTitle: product?.plans.get(plan)?.title ?? plan,
      presentPlan: subscription.state === 'enabled' ? subscription.plan : undefined,
    }
  }
}

interface PendingApproval {
  application: Application
  subscription: Subscription
  /** The name of the requested plan. */
  plan: string
}

/** Returns the pending requests of all applications, including applications that the operator wrote by hand. */
function findPendingApprovals(applications: readonly Application[]): PendingApproval[] {
  return applications.flatMap((application) =>
    application.subscriptions.flatMap((subscription) => {
      const plan = subscription.state === 'pending' ? subscription.plan : subscription.requestedPlan
      return plan === undefined ? [] : [{ application, subscription, plan }]
    }),
  )
}

/** Returns the id of a request. It contains the plan, because a request for another plan needs another decision. */
function buildApprovalId({ application, subscription, plan }: PendingApproval): string {
  return `${application.name}:${subscription.product}:${plan}`
}
