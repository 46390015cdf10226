/** Lists the subscriptions of an application, with buttons to change the plan and to unsubscribe. */

import { Button, Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { formatDate } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
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
      requestResource('DELETE /applications/:application/subscriptions/:product', buildParams(subscription), {})
    if (!(await action.run(work, t('Left', {}, 'unsubscribed'), subscription.planTitle))) return
    close()
    changed()
  }

  async function requestAgain(subscription: SubscriptionView) {
    const plan = subscription.denial?.plan ?? subscription.plan
    const work = () =>
      requestResource('PUT /applications/:application/subscriptions/:product', buildParams(subscription), {
        body: { plan },
      })
    if (await newRequest.run(work, t('Requested again'), subscription.productTitle, t('Request again'))) changed()
  }

  async function dismiss(subscription: SubscriptionView) {
    const work = () =>
      requestResource('DELETE /applications/:application/subscriptions/:product', buildParams(subscription), {})
    if (await withdrawal.run(work, t('Dismissed'), subscription.productTitle, t('Dismiss'))) changed()
  }

  async function withdrawRequest(subscription: SubscriptionView) {
    const work = () =>
      requestResource('DELETE /applications/:application/subscriptions/:product', buildParams(subscription), {
        query: { only: 'request' },
      })
    if (await withdrawal.run(work, t('Request withdrawn'), subscription.productTitle, t('Withdraw request'))) changed()
  }

  return (
    <>
      <TableContainer className="list">
        <Table aria-label={t('Subscriptions', {}, 'plans')}>
          <TableHeaderRow titles={[t('Product'), t('Plan'), t('State')]} actions />
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
                    <span className="list__note">
                      {t('requested: {requestedPlan}, awaits approval', {
                        requestedPlan: each.requestedPlan,
                      })}
                    </span>
                  )}
                  {each.denial && <DenialNote denial={each.denial} />}
                </TableCell>
                <TableCell className="list__menu">
                  {each.requestedPlan && (
                    <ActionButton
                      size="sm"
                      kind="ghost"
                      busy={withdrawal.busy}
                      onClick={() => void withdrawRequest(each)}
                    >
                      {t('Withdraw the request')}
                    </ActionButton>
                  )}
                  {each.denial && !each.requestedPlan && (
                    <ActionButton size="sm" kind="ghost" busy={newRequest.busy} onClick={() => void requestAgain(each)}>
                      {t('Request again')}
                    </ActionButton>
                  )}
                  {each.state === 'denied' && (
                    <ActionButton size="sm" kind="ghost" busy={withdrawal.busy} onClick={() => void dismiss(each)}>
                      {t('Dismiss')}
                    </ActionButton>
                  )}
                  {each.state === 'enabled' && (
                    <Button
                      size="sm"
                      kind="ghost"
                      aria-label={t('Change the plan of {productTitle}', { productTitle: each.productTitle })}
                      onClick={() => setDialog(['change', each])}
                    >
                      {t('Change the plan')}
                    </Button>
                  )}
                  {each.state !== 'denied' && (
                    <Button
                      size="sm"
                      kind="ghost"
                      aria-label={t('Leave {product}', { product: each.productTitle })}
                      onClick={() => setDialog(['leave', each])}
                    >
                      {t('Leave')}
                    </Button>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {application.subscriptions.length === 0 && (
          <p className="list__empty">
            {t('The application cannot call an API yet: subscribe it to a plan of a product.')}
          </p>
        )}
      </TableContainer>
      <div className="buttons">
        <Button size="md" kind="tertiary" href={buildHashLink('products')}>
          {t('Find products')}
        </Button>
      </div>
      {dialog?.[0] === 'change' && (
        <ChangePlanDialog application={application} subscription={dialog[1]} close={close} changed={changed} />
      )}
      {dialog?.[0] === 'leave' && (
        <ConfirmDialog
          title={t('Leave {product}', { product: dialog[1].productTitle })}
          action={t('Leave')}
          busy={action.busy}
          problem={action.problem}
          confirm={() => void leave(dialog[1])}
          close={close}
        >
          <p className="dialog__text">
            {t('The gateway then rejects calls of {title} to the APIs of {productTitle}.', {
              title: application.title,
              productTitle: dialog[1].productTitle,
            })}
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
      {t(reason ? '{planTitle} was denied on {date}: {reason}' : '{planTitle} was denied on {date}.', {
        planTitle,
        date: formatDate(at),
        reason,
      })}
    </p>
  )
}
