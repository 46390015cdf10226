/** Lists the subscriptions of an application, with buttons to change the plan and to unsubscribe. */
import { Button } from '@carbon/react'
import { useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/action-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { StateTag } from '../../../../ui/shell/state-tag.tsx'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import { formatDate } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { DenialView, SubscriptionView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildProductLink } from '../../routing/page-route.ts'
import { stateWords } from '../state-words.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import type { ApplicationPanelProps } from './credentials-panel.tsx'

type OpenDialog = readonly [to: 'change' | 'leave', subscription: SubscriptionView]

const resource = '/applications/:application/subscriptions/:product'

export function SubscriptionsPanel({ application, changed }: ApplicationPanelProps) {
  const [[to, subject] = [], setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)

  return (
    <>
      <DataTable
        label={t('Subscriptions', {}, 'plans')}
        rows={application.subscriptions}
        keyOf={({ product }) => product}
        columns={[
          [
            t('Product'),
            ({ product, productTitle }) => (
              <a className="cds--link list__name" href={buildProductLink(product)}>
                {productTitle}
              </a>
            ),
          ],
          [t('Plan'), ({ planTitle }) => planTitle],
          [t('State'), (subscription) => <SubscriptionState subscription={subscription} />],
        ]}
        actions={(subscription) => (
          <SubscriptionActions
            application={application.name}
            subscription={subscription}
            changed={changed}
            ask={(dialog) => setDialog([dialog, subscription])}
          />
        )}
        empty={t('The application cannot call an API yet: subscribe it to a plan of a product.')}
      />
      <div className="buttons">
        <Button size="md" kind="tertiary" href={buildHashLink('products')}>
          {t('Find products')}
        </Button>
      </div>
      {subject && to === 'change' && (
        <ChangePlanDialog application={application} subscription={subject} close={close} changed={changed} />
      )}
      {subject && to === 'leave' && (
        <ConfirmDialog
          title={t('Leave {product}', { product: subject.productTitle })}
          action={t('Leave')}
          text={t('The gateway then rejects calls of {title} to the APIs of {productTitle}.', {
            title: application.title,
            productTitle: subject.productTitle,
          })}
          run={() =>
            requestResource(`DELETE ${resource}`, { application: application.name, product: subject.product }, {})
          }
          done={t('Left', {}, 'unsubscribed')}
          about={subject.planTitle}
          succeeded={changed}
          close={close}
        />
      )}
    </>
  )
}

function SubscriptionState({ subscription: { state, requestedPlan, denial } }: { subscription: SubscriptionView }) {
  return (
    <>
      <StateTag states={stateWords} state={state} size="sm" />
      {requestedPlan && (
        <span className="list__note">{t('requested: {requestedPlan}, awaits approval', { requestedPlan })}</span>
      )}
      {denial && <DenialNote denial={denial} />}
    </>
  )
}

interface SubscriptionActionsProps {
  /** The name of the application. */
  application: string
  subscription: SubscriptionView
  changed(): void
  ask(dialog: OpenDialog[0]): void
}

/** The buttons of a subscription, as its state allows them. */
function SubscriptionActions({ application, subscription, changed, ask }: SubscriptionActionsProps) {
  const { product, productTitle, plan, state, requestedPlan, denial } = subscription
  const { busy, run } = useAction({ notifiesErrors: true })
  const params = { application, product }
  const shared = { size: 'sm', kind: 'ghost', busy } as const

  async function act(work: () => Promise<unknown>, done: string, action: string) {
    if (await run(work, done, productTitle, action)) changed()
  }

  const withdraw = () => requestResource(`DELETE ${resource}`, params, { query: { only: 'request' } })
  const requestAgain = () => requestResource(`PUT ${resource}`, params, { body: { plan: denial?.plan ?? plan } })
  const dismiss = () => requestResource(`DELETE ${resource}`, params, {})

  return (
    <>
      {requestedPlan && (
        <ActionButton {...shared} onClick={() => void act(withdraw, t('Request withdrawn'), t('Withdraw request'))}>
          {t('Withdraw the request')}
        </ActionButton>
      )}
      {denial && !requestedPlan && (
        <ActionButton {...shared} onClick={() => void act(requestAgain, t('Requested again'), t('Request again'))}>
          {t('Request again')}
        </ActionButton>
      )}
      {state === 'denied' && (
        <ActionButton {...shared} onClick={() => void act(dismiss, t('Dismissed'), t('Dismiss'))}>
          {t('Dismiss')}
        </ActionButton>
      )}
      {state === 'enabled' && (
        <Button
          size="sm"
          kind="ghost"
          aria-label={t('Change the plan of {productTitle}', { productTitle })}
          onClick={() => ask('change')}
        >
          {t('Change the plan')}
        </Button>
      )}
      {state !== 'denied' && (
        <Button
          size="sm"
          kind="ghost"
          aria-label={t('Leave {product}', { product: productTitle })}
          onClick={() => ask('leave')}
        >
          {t('Leave')}
        </Button>
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
