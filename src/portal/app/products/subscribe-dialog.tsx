/** A dialog that subscribes an application to a plan, or moves its subscription from another plan of the product. */

import { Select, SelectItem } from '@carbon/react'
import { useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView, PlanView, ProductView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { buildApplicationLink } from '../routing/page-route.ts'

export interface SubscribeDialogProps {
  product: ProductView
  plan: PlanView
  close(): void
}

export function SubscribeDialog({ product, plan, close }: SubscribeDialogProps) {
  const { value, problem } = useResource('applications', (signal) =>
    requestResource('GET /applications', {}, { signal }),
  )
  const [chosen, setChosen] = useState<string>()
  const action = useAction()
  const application = value?.find(({ name }) => name === chosen) ?? value?.[0]
  const none = value?.length === 0

  async function subscribe() {
    if (none) return navigate(buildHashLink('applications'))
    if (!application) return
    const params = { application: application.name, product: product.name }
    const done = plan.approval ? t('Asked for approval') : t('Subscribed')
    const work = () =>
      requestResource('PUT /applications/:application/subscriptions/:product', params, {
        body: { plan: plan.name },
      })
    if (await action.run(work, done, `${application.title}: ${plan.title}`)) {
      navigate(buildApplicationLink(application.name, 'subscriptions'))
    }
  }

  return (
    <Dialog
      size="sm"
      title={t('Subscribe to {title}', { title: plan.title })}
      label={product.title}
      action={none ? t('Create an application') : t('Subscribe')}
      busy={action.busy || !value}
      problem={action.problem}
      submit={() => void subscribe()}
      close={close}
    >
      <div className="form">
        {problem && <ErrorNotice text={problem} />}
        {none && <p>{t('You have no application yet. Create one, then subscribe it to the plan.')}</p>}
        {application && (
          <Select
            id="subscribe-application"
            labelText={t('Application')}
            value={application.name}
            onChange={(event) => setChosen(event.target.value)}
          >
            {value?.map(({ name, title }) => (
              <SelectItem key={name} value={name} text={title} />
            ))}
          </Select>
        )}
        {application && <p>{describeEffect(application, product, plan)}</p>}
      </div>
    </Dialog>
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
