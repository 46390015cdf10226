/** Lists the subscriptions of an application, with buttons to change the plan and to unsubscribe. */
import { Button } from '@carbon/react'
import { useState } from 'react'
import { ActionDialog } from '../../../../../../shared/ui/feedback/action-dialog.tsx'
import { ChoiceSelect } from '../../../../../../shared/ui/forms/choices.tsx'
import { buildHashLink } from '../../../../../../shared/ui/routing/hash-path.ts'
import { StateTag } from '../../../../../../shared/ui/shell/state-tag.tsx'
import { NameLink } from '../../../../../../shared/ui/table/name-link.tsx'
import { ResourceTable, type TableAction } from '../../../../../../shared/ui/table/resource-table.tsx'
import { formatDate } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ApplicationView, SubscriptionView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { subscribe } from '../../api/subscribe.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { PlanLimits } from '../../products/product-cards.tsx'
import { buildProductLink } from '../../routing/page-route.ts'
import { stateWords } from '../application-fields.tsx'
import type { ApplicationPanelProps } from './credentials-panel.tsx'

interface ChangePlanDialogProps {
  application: ApplicationView
  subscription: SubscriptionView
  close(): void
  changed(): void
}

function ChangePlanDialog({ application, subscription, close, changed }: ChangePlanDialogProps) {
  const { product, productTitle, planTitle } = subscription
  const [chosen, setChosen] = useState<string>()
  const { value, problem } = usePortalResource('GET /products/:product', { product })
  const others = value?.plans.filter(({ name }) => name !== subscription.plan) ?? []
  const plan = others.find(({ name }) => name === chosen) ?? others[0]

  async function change() {
    if (plan) await subscribe(application.name, product, plan.name)
  }

  return (
    <ActionDialog
      size="sm"
      title={t('Change the plan')}
      label={productTitle}
      action={value && !plan ? undefined : t('Change')}
      loading={!value}
      problem={problem}
      run={change}
      done={plan?.approval ? t('Asked for approval') : t('Plan changed')}
      about={plan?.title}
      succeeded={changed}
      close={close}
    >
      <div className="form">
        {value && !plan && <p>{t('The product has no other plan.')}</p>}
        {value && plan && (
          <>
            <ChoiceSelect
              id="other-plan"
              labelText={t('Plan')}
              value={plan.name}
              choices={others.map(({ name, title }) => [name, title])}
              change={setChosen}
            />
            <PlanLimits limits={plan.limits} apis={value.apis} />
            {plan.approval && (
              <p>
                {t('This plan needs the approval of an owner. Until then {planTitle} stays in effect.', { planTitle })}
              </p>
            )}
          </>
        )}
      </div>
    </ActionDialog>
  )
}

const resource = '/applications/:application/subscriptions/:product'

export function SubscriptionsPanel({ application, changed }: ApplicationPanelProps) {
  return (
    <>
      <ResourceTable
        resource={{ value: application.subscriptions, problem: undefined, reload: changed }}
        label={t('Subscriptions', {}, 'plans')}
        keyOf={({ product }) => product}
        columns={[
          [
            t('Product'),
            ({ product, productTitle }) => <NameLink to={buildProductLink(product)}>{productTitle}</NameLink>,
          ],
          [t('Plan'), ({ planTitle }) => planTitle],
          [t('State'), (subscription) => <SubscriptionState subscription={subscription} />],
        ]}
        actions={(subscription) => listActions(application, subscription, changed)}
        empty={t('The application cannot call an API yet: subscribe it to a plan of a product.')}
      />
      <div className="buttons">
        <Button size="md" kind="tertiary" href={buildHashLink('products')}>
          {t('Find products')}
        </Button>
      </div>
    </>
  )
}

function listActions(
  application: ApplicationView,
  subscription: SubscriptionView,
  changed: () => void,
): readonly (TableAction | false | undefined)[] {
  const { product, productTitle, plan, planTitle, state, requestedPlan, denial } = subscription
  const params = { application: application.name, product }
  return [
    requestedPlan !== undefined && {
      label: t('Withdraw the request'),
      run: () => requestResource(`DELETE ${resource}`, params, { query: { only: 'request' } }),
      done: t('Request withdrawn'),
      about: productTitle,
    },
    denial &&
      !requestedPlan && {
        label: t('Request again'),
        run: () => subscribe(application.name, product, denial.plan ?? plan),
        done: t('Requested again'),
        about: productTitle,
      },
    state === 'denied' && {
      label: t('Dismiss'),
      run: () => requestResource(`DELETE ${resource}`, params, {}),
      done: t('Dismissed'),
      about: productTitle,
    },
    state === 'enabled' && {
      label: t('Change the plan of {productTitle}', { productTitle }),
      title: t('Change the plan'),
      dialog: (close) => (
        <ChangePlanDialog application={application} subscription={subscription} close={close} changed={changed} />
      ),
    },
    state !== 'denied' && {
      label: t('Leave {product}', { product: productTitle }),
      title: t('Leave'),
      question: t('The gateway then rejects calls of {title} to the APIs of {productTitle}.', {
        title: application.title,
        productTitle,
      }),
      run: () => requestResource(`DELETE ${resource}`, params, {}),
      done: t('Left', {}, 'unsubscribed'),
      about: planTitle,
    },
  ]
}

function SubscriptionState({ subscription: { state, requestedPlan, denial } }: { subscription: SubscriptionView }) {
  return (
    <>
      <StateTag states={stateWords} state={state} size="sm" />
      {requestedPlan && (
        <span className="list__note">{t('requested: {requestedPlan}, awaits approval', { requestedPlan })}</span>
      )}
      {denial && (
        <p className="list__note">
          {t(denial.reason ? '{planTitle} was denied on {date}: {reason}' : '{planTitle} was denied on {date}.', {
            ...denial,
            date: formatDate(denial.at),
          })}
        </p>
      )}
    </>
  )
}
