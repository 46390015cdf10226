/** Subscriptions of applications to plans, and their approval by owners of the catalog. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, query } from '../../../../shared/rest/resource.ts'
import { body, limitedText, list, text, view } from '../../../../shared/rest/shapes.ts'

export type DenialView = Static<typeof DenialView>
export const DenialView = view(
  'DenialView',
  {
    plan: text(),
    planTitle: text(),
    reason: Type.Optional(text('What the owner wrote.')),
    at: text('The time of the decision.'),
  },
  'The last request for a plan of the product, if an owner denied it.',
)

export type SubscriptionView = Static<typeof SubscriptionView>
export const SubscriptionView = view('SubscriptionView', {
  product: text(),
  productTitle: text(),
  plan: text('The name of the plan; while `state` is `pending`, the requested plan.'),
  planTitle: text(),
  state: Type.Enum(['enabled', 'pending', 'disabled', 'denied'], {
    description:
      'A `pending` subscription allows no calls yet; an owner has rejected a `denied` request; the operator set `disabled`.',
  }),
  requestedPlan: Type.Optional(
    text('Another plan that was requested and needs approval; the current plan stays in effect meanwhile.'),
  ),
  denial: Type.Optional(DenialView),
})

export type ApprovalView = Static<typeof ApprovalView>
export const ApprovalView = view('ApprovalView', {
  id: text(),
  application: text(),
  applicationTitle: text(),
  owner: text('The name of the user who owns the application.'),
  email: Type.Optional(text()),
  product: text(),
  productTitle: text(),
  plan: text(),
  planTitle: text(),
  presentPlan: Type.Optional(text('The name of the current plan.')),
})

export type DecideApprovalRequest = Static<typeof DecideApprovalRequest>
export const DecideApprovalRequest = body('DecideApprovalRequest', {
  decision: Type.Enum(['approve', 'deny'], { 'x-words': 'approve or deny' }),
  reason: Type.Optional(
    limitedText('a text', 500, {
      minLength: 1,
      description: 'Why the owner decides so: the developer sees it, and the audit trail contains it.',
    }),
  ),
})

export const subscriptionResources = declareResources('applications', {
  'PUT /applications/:application/subscriptions/:product': {
    id: 'subscribe',
    summary: 'Subscribe, or change the plan; the state is `pending` if the plan needs approval',
    body: body('SubscribeRequest', { plan: Type.String({ minLength: 1 }) }),
    response: SubscriptionView,
  },
  'DELETE /applications/:application/subscriptions/:product': {
    id: 'unsubscribe',
    summary: 'Unsubscribe, or withdraw a request',
    parameters: [query('only', 'Withdraws only the pending request for another plan.', Type.Enum(['request']))],
  },
})

export const approvalResources = declareResources('approvals', {
  'GET /approvals': { id: 'listApprovals', summary: 'List what waits for approval', response: list(ApprovalView) },
  'POST /approvals/:approval': {
    id: 'decideApproval',
    summary: 'Approve or deny a subscription',
    body: DecideApprovalRequest,
    response: SubscriptionView,
  },
})
