/** Selects the application for the call, and warns if it has no plan with this API. */
import { Select, SelectItem } from '@carbon/react'

import { Notice } from '../../../ui/feedback/notice.tsx'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
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
    <section className="group" aria-labelledby="try-as">
      <h3 className="group__title" id="try-as">
        As which application
      </h3>
      {!chosen && (
        <p>
          You have none yet. <a href={buildHashLink('applications')}>Create an application</a> first.
        </p>
      )}
      {chosen && (
        <div className="fields">
          <Select
            id="try-application"
            labelText="Application"
            value={chosen.name}
            onChange={(event) => wallet.chooseApplication(event.target.value)}
          >
            {applications.map(({ name, title }) => (
              <SelectItem key={name} value={name} text={title} />
            ))}
          </Select>
        </div>
      )}
      {chosen && !isSubscribed(chosen, api) && (
        <>
          <Notice kind="info" title={`${chosen.title} has no plan with this API.`}>
            The gateway rejects its requests until you subscribe it to a plan.
          </Notice>
          <p>
            {[...new Set(api.plans.map(({ product }) => product))].map((product) => (
              <a key={product} className="cds--link" href={buildProductLink(product)}>
                Plans of {product}
              </a>
            ))}
          </p>
        </>
      )}
    </section>
  )
}

function isSubscribed({ subscriptions }: ApplicationView, { plans }: ApiView): boolean {
  return plans.some(({ product, plan }) =>
    subscriptions.some((each) => each.product === product && each.plan === plan && each.state === 'enabled'),
  )
}
