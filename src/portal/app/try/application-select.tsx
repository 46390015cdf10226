/** Selects the application for the call, and warns if it has no plan with this API. */
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ChoiceSelect } from '../../../ui/forms/choices.tsx'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { t } from '../../../ui/text/t.ts'
import { tElements } from '../../../ui/text/t-elements.tsx'
import type { ApiView, ApplicationView } from '../../rest/index.ts'
import { buildProductLink } from '../routing/page-route.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'

export interface ApplicationSelectProps {
  api: ApiView
  applications: readonly ApplicationView[]
  chosen: ApplicationView | undefined
}

export function ApplicationSelect({ api, applications, chosen }: ApplicationSelectProps) {
  const wallet = useStoredCredentials()
  return (
    <Group level={3} title={t('As which application')}>
      {!chosen && (
        <p>
          {tElements('You have none yet. {link} first.', {
            link: <a href={buildHashLink('applications')}>{t('Create an application')}</a>,
          })}
        </p>
      )}
      {chosen && (
        <div className="fields">
          <ChoiceSelect
            id="try-application"
            labelText={t('Application')}
            value={chosen.name}
            choices={applications.map(({ name, title }) => [name, title])}
            change={wallet.chooseApplication}
          />
        </div>
      )}
      {chosen && !isSubscribed(chosen, api) && (
        <>
          <Notice kind="info" title={t('{title} has no plan with this API.', { title: chosen.title })}>
            {t('The gateway rejects its requests until you subscribe it to a plan.')}
          </Notice>
          <p>
            {[...new Set(api.plans.map(({ product }) => product))].map((product) => (
              <a key={product} className="cds--link" href={buildProductLink(product)}>
                {t('Plans of {product}', { product })}
              </a>
            ))}
          </p>
        </>
      )}
    </Group>
  )
}

function isSubscribed({ subscriptions }: ApplicationView, { plans }: ApiView): boolean {
  return plans.some(({ product, plan }) =>
    subscriptions.some((each) => each.product === product && each.plan === plan && each.state === 'enabled'),
  )
}
