/** A dialog that moves a subscription to another plan of its product. */
import { useState } from 'react'
import { ActionDialog } from '../../../../ui/feedback/action-dialog.tsx'
import { ChoiceSelect } from '../../../../ui/forms/choices.tsx'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView, SubscriptionView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { PlanLimits } from '../../products/plan-limits.tsx'

export interface ChangePlanDialogProps {
  application: ApplicationView
  subscription: SubscriptionView
  close(): void
  changed(): void
}

export function ChangePlanDialog({ application, subscription, close, changed }: ChangePlanDialogProps) {
  const { product, productTitle, planTitle } = subscription
  const [chosen, setChosen] = useState<string>()
  const { value, problem } = usePortalResource('GET /products/:product', { product })
  const others = value?.plans.filter(({ name }) => name !== subscription.plan) ?? []
  const plan = others.find(({ name }) => name === chosen) ?? others[0]

  async function change() {
    if (!plan) return
    const params = { application: application.name, product }
    const body = { plan: plan.name }
    await requestResource('PUT /applications/:application/subscriptions/:product', params, { body })
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
