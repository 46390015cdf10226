/** Handlers for subscriptions that need the approval of an owner of the catalog. */
import { type Application, type Catalog, findProduct, type Subscription } from '../../../config/types/index.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { AccountMail } from '../mail/account-mail.ts'
import type { ApprovalView, DecideApprovalRequest } from '../rest/index.ts'
import type { ProfileStore } from '../session/stores/profile-store.ts'
import { buildDeniedView, buildSubscriptionView, nameVersion } from './application-view.ts'
import { saveDenial } from './denials.ts'
import { editApplication } from './own-applications.ts'

export function buildApprovalHandlers(profiles: ProfileStore, mail: AccountMail) {
  const list: ResourceHandler<'GET /approvals'> = ({ deps: { catalog } }) =>
    Promise.all(
      findPendingApprovals(catalog.applications).map(async (each) => {
        const { owner = '' } = each.application
        return { ...buildApprovalView(each, catalog), owner, email: (await profiles.find(owner))?.email }
      }),
    )

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
    request: PendingApproval,
    { decision, reason }: DecideApprovalRequest,
    { deps, user }: Pick<PortalContext, 'deps' | 'user'>,
  ): void {
    const { name, title, owner } = request.application
    if (owner === undefined) return
    const facts = { application: name, applicationTitle: title, decision, reason, ...findTitles(request, deps.catalog) }
    mail.sendDecision(owner, facts, user.name)
  }
}

function buildApprovalView(request: PendingApproval, catalog: Catalog): Omit<ApprovalView, 'owner' | 'email'> {
  const { application, subscription, plan } = request
  return {
    id: buildApprovalId(request),
    application: application.name,
    applicationTitle: application.title,
    product: subscription.product,
    plan,
    ...findTitles(request, catalog),
    presentPlan: subscription.state === 'enabled' ? subscription.plan : undefined,
  }
}

/** Returns the titles of the requested product and plan: their names, where the catalog does not have them. */
function findTitles({ subscription, plan }: PendingApproval, { products }: Catalog) {
  const product = findProduct(products, subscription.product)
  return {
    productTitle: product ? nameVersion(product) : subscription.product,
    planTitle: product?.plans.get(plan)?.title ?? plan,
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
