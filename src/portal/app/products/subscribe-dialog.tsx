/** A dialog that subscribes an application to a plan, or moves its subscription from another plan of the product. */
import { useState } from 'react'
import { ActionDialog } from '../../../ui/feedback/action-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ChoiceSelect } from '../../../ui/forms/choices.tsx'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView, PlanView, ProductView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildApplicationLink } from '../routing/page-route.ts'

export function SubscribeDialog({ product, plan, close }: { product: ProductView; plan: PlanView; close(): void }) {
  const { value, problem } = usePortalResource('GET /applications', {})
  const [chosen, setChosen] = useState<string>()
  const application = value?.find(({ name }) => name === chosen) ?? value?.[0]
  if (value?.length === 0)
    return (
      <Dialog
        size="sm"
        title={t('Subscribe to {title}', { title: plan.title })}
        label={product.title}
        action={t('Create an application')}
        submit={() => navigate(buildHashLink('applications'))}
        close={close}
      >
        <p>{t('You have no application yet. Create one, then subscribe it to the plan.')}</p>
      </Dialog>
    )

  async function subscribe() {
    if (!application) return
    const params = { application: application.name, product: product.name }
    const body = { plan: plan.name }
    await requestResource('PUT /applications/:application/subscriptions/:product', params, { body })
    navigate(buildApplicationLink(application.name, 'subscriptions'))
  }

  return (
    <ActionDialog
      size="sm"
      title={t('Subscribe to {title}', { title: plan.title })}
      label={product.title}
      action={t('Subscribe')}
      loading={!value}
      problem={problem}
      run={subscribe}
      done={plan.approval ? t('Asked for approval') : t('Subscribed')}
      about={`${application?.title}: ${plan.title}`}
      close={close}
    >
      <div className="form">
        {application && (
          <ChoiceSelect
            id="subscribe-application"
            labelText={t('Application')}
            value={application.name}
            choices={value?.map(({ name, title }) => [name, title])}
            change={setChosen}
          />
        )}
        {application && <p>{describeEffect(application, product, plan)}</p>}
      </div>
    </ActionDialog>
  )
}

function describeEffect(application: ApplicationView, product: ProductView, plan: PlanView): string {
  const present = application.subscriptions.find((each) => each.product === product.name)
  if (present?.plan === plan.name) return t('It has this plan already.')
  if (present)
    return t(
      plan.approval
        ? 'It moves here from {plan} once an owner of the catalog allows it.'
        : 'It moves here from {plan} at once.',
      { plan: present.planTitle },
    )
  return plan.approval
    ? t('It may call what the plan opens once an owner of the catalog allows it.')
    : t('It may call what the plan opens at once.')
}
