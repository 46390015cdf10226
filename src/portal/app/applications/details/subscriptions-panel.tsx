/** Lists the subscriptions of an application, with buttons to change the plan and to unsubscribe. */
import { Button, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { useState } from 'react'

import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import type { DenialView, SubscriptionView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildProductLink } from '../../routing/page-route.ts'
import { StateTag } from '../state-tag.tsx'
import type { ApplicationPanelProps } from './application-panel-props.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'

type OpenDialog = readonly [to: 'change' | 'leave', subscription: SubscriptionView]

export function SubscriptionsPanel({ application, changed }: ApplicationPanelProps) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const action = useAction()
  const withdrawal = useAction({ notifiesErrors: true })
  const newRequest = useAction({ notifiesErrors: true })
  const close = () => setDialog(undefined)
  const buildParams = ({ product }: SubscriptionView) => ({ application: application.name, product })

  async function leave(subscription: SubscriptionView) {
    const work = () =>
      requestResource(
        'DELETE /applications/:application/subscriptions/:product',
        buildParams(subscription),
        {},
      )
    if (!(await action.run(work, 'Left', subscription.planTitle))) return
    close()
    changed()
  }

  async function requestAgain(subscription: SubscriptionView) {
    const plan = subscription.denial?.plan ?? subscription.plan
    const work = () =>
      requestResource('PUT /applications/:application/subscriptions/:product', buildParams(subscription), {
        body: { plan },
      })
    if (await newRequest.run(work, 'Requested again', subscription.productTitle, 'Request again')) changed()
  }

  async function dismiss(subscription: SubscriptionView) {
    const work = () =>
      requestResource(
        'DELETE /applications/:application/subscriptions/:product',
        buildParams(subscription),
        {},
      )
    if (await withdrawal.run(work, 'Dismissed', subscription.productTitle, 'Dismiss')) changed()
  }

  async function withdrawRequest(subscription: SubscriptionView) {
    const work = () =>
      requestResource('DELETE /applications/:application/subscriptions/:product', buildParams(subscription), {
        query: { only: 'request' },
      })
    if (await withdrawal.run(work, 'Request withdrawn', subscription.productTitle, 'Withdraw request'))
      changed()
  }

  return (
    <>
      <TableContainer className="list">
        <Table aria-label="Subscriptions">
          <TableHeaderRow titles={['Product', 'Plan', 'State']} actions />
          <TableBody>
            {application.subscriptions.map((each) => (
              <TableRow key={each.product}>
                <TableCell>
                  <a className="cds--link list__name" href={buildProductLink(each.product)}>
                    {each.productTitle}
                  </a>
                </TableCell>
                <TableCell>{each.planTitle}</TableCell>
                <TableCell>
                  <StateTag state={each.state} />
                  {each.requestedPlan && (
                    <span className="list__note">requested: {each.requestedPlan}, awaits approval</span>
                  )}
                  {each.denial && <DenialNote denial={each.denial} />}
                </TableCell>
                <TableCell className="list__menu">
                  {each.requestedPlan && (
                    <Button
                      size="sm"
                      kind="ghost"
                      disabled={withdrawal.busy}
                      onClick={() => void withdrawRequest(each)}
                    >
                      Withdraw the request
                    </Button>
                  )}
                  {each.denial && !each.requestedPlan && (
                    <Button
                      size="sm"
                      kind="ghost"
                      disabled={newRequest.busy}
                      onClick={() => void requestAgain(each)}
                    >
                      Request again
                    </Button>
                  )}
                  {each.state === 'denied' && (
                    <Button
                      size="sm"
                      kind="ghost"
                      disabled={withdrawal.busy}
                      onClick={() => void dismiss(each)}
                    >
                      Dismiss
                    </Button>
                  )}
                  {each.state === 'enabled' && (
                    <Button
                      size="sm"
                      kind="ghost"
                      aria-label={`Change the plan of ${each.productTitle}`}
                      onClick={() => setDialog(['change', each])}
                    >
                      Change the plan
                    </Button>
                  )}
                  {each.state !== 'denied' && (
                    <Button
                      size="sm"
                      kind="ghost"
                      aria-label={`Leave ${each.productTitle}`}
                      onClick={() => setDialog(['leave', each])}
                    >
                      Leave
                    </Button>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {application.subscriptions.length === 0 && (
          <p className="list__empty">
            The application cannot call an API yet: subscribe it to a plan of a product.
          </p>
        )}
      </TableContainer>
      <div className="buttons">
        <Button size="md" kind="tertiary" href={buildHashLink('products')}>
          Find products
        </Button>
      </div>
      {dialog?.[0] === 'change' && (
        <ChangePlanDialog
          application={application}
          subscription={dialog[1]}
          close={close}
          changed={changed}
        />
      )}
      {dialog?.[0] === 'leave' && (
        <ConfirmDialog
          title={`Leave ${dialog[1].productTitle}`}
          action="Leave"
          busy={action.busy}
          problem={action.problem}
          confirm={() => void leave(dialog[1])}
          close={close}
        >
          <p className="dialog__text">
            The gateway then rejects calls of {application.title} to the APIs of {dialog[1].productTitle}.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Shows when an owner denied a request, and why. */
function DenialNote({ denial }: { denial: DenialView }) {
  const { planTitle, reason, at } = denial
  return (
    <p className="list__note">
      {planTitle} was denied on {new Date(at).toLocaleDateString()}
      {reason ? `: ${reason}` : '.'}
    </p>
  )
}
