/** A dialog that moves a subscription to another plan of its product. */

import { Select, SelectItem } from '@carbon/react'
import { useState } from 'react'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView, SubscriptionView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { PlanLimits } from '../../products/plan-limits.tsx'

export interface ChangePlanDialogProps {
  application: ApplicationView
  subscription: SubscriptionView
  close(): void
  changed(): void
}

export function ChangePlanDialog({ application, subscription, close, changed }: ChangePlanDialogProps) {
  const { product, productTitle } = subscription
  const [chosen, setChosen] = useState<string>()
  const action = useAction()
  const { value, problem } = useResource(product, (signal) =>
    requestResource('GET /products/:product', { product }, { signal }),
  )
  const others = value?.plans.filter(({ name }) => name !== subscription.plan) ?? []
  const plan = others.find(({ name }) => name === chosen) ?? others[0]

  async function change() {
    if (!plan) return
    const params = { application: application.name, product }
    const work = () =>
      requestResource('PUT /applications/:application/subscriptions/:product', params, {
        body: { plan: plan.name },
      })
    if (!(await action.run(work, plan.approval ? t('Asked for approval') : t('Plan changed'), plan.title))) return
    close()
    changed()
  }

  return (
    <Dialog
      size="sm"
      title={t('Change the plan')}
      label={productTitle}
      action={value && !plan ? undefined : t('Change')}
      busy={action.busy || !value}
      problem={action.problem}
      submit={() => void change()}
      close={close}
    >
      <div className="form">
        {problem && <ErrorNotice text={problem} />}
        {value && !plan && <p>{t('The product has no other plan.')}</p>}
        {value && plan && (
          <>
            <Select
              id="other-plan"
              labelText={t('Plan')}
              value={plan.name}
              onChange={(event) => setChosen(event.target.value)}
            >
              {others.map(({ name, title }) => (
                <SelectItem key={name} value={name} text={title} />
              ))}
            </Select>
            <PlanLimits limits={plan.limits} apis={value.apis} />
            {plan.approval && (
              <p>
                {t('This plan needs the approval of an owner. Until then {planTitle} stays in effect.', {
                  planTitle: subscription.planTitle,
                })}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
