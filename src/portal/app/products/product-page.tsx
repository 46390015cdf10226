/** The page of one product: its APIs and its plans. */

import { Tag } from '@carbon/react'
import { useState } from 'react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { DeprecationNotice } from '../apis/deprecation-notice.tsx'
import { buildApiLink, buildProductLink, buildSignInLink } from '../routing/page-route.ts'
import { useOptionalSession } from '../session/session.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { PlanCard } from './plan-card.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'

const trail = [[t('Products'), buildHashLink('products')]] as const

export default function ProductPage({ name }: { name: string }) {
  const [wanted, setWanted] = useState<string>()
  const session = useOptionalSession()
  const { value, problem, reload } = useResource(name, (signal) =>
    requestResource('GET /products/:product', { product: name }, { signal }),
  )
  const plan = value?.plans.find((each) => each.name === wanted)

  function subscribe(plan: string) {
    if (session) setWanted(plan)
    else navigate(buildSignInLink(buildProductLink(name)))
  }

  return (
    <>
      <PageHeader trail={trail} title={value?.title ?? name}>
        {value && <span className="page__type">{t('version {version}', { version: value.version })}</span>}
        {value?.deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
      </PageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          {value.deprecation && <DeprecationNotice what="product" deprecation={value.deprecation} />}
          <DescriptionText text={value.description} />
          {value.deprecated && (
            <p>
              {t(
                'This product is deprecated: subscribed applications keep their plans, and new subscriptions are rejected.',
              )}
            </p>
          )}
          <section className="group" aria-labelledby="apis">
            <h2 className="group__title" id="apis">
              {t('APIs')}
            </h2>
            <ul className="links">
              {value.apis.map(({ reference, title, version, deprecation }) => (
                <li key={reference}>
                  <a className="cds--link list__name" href={buildApiLink(reference)}>
                    {title}
                  </a>
                  <span className="list__note">{t('version {version}', { version })}</span>
                  {deprecation && (
                    <span className="list__note">
                      {t(deprecation.sunset ? 'deprecated, turned off on {sunset}' : 'deprecated', {
                        sunset: deprecation.sunset,
                      })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <section className="group" aria-labelledby="plans">
            <h2 className="group__title" id="plans">
              {t('Plans')}
            </h2>
            <div className="cards">
              {value.plans.map((each) => (
                <PlanCard
                  key={each.name}
                  plan={each}
                  apis={value.apis}
                  subscribe={value.deprecated ? undefined : () => subscribe(each.name)}
                />
              ))}
            </div>
          </section>
          {plan && <SubscribeDialog product={value} plan={plan} close={() => setWanted(undefined)} />}
        </>
      )}
    </>
  )
}
