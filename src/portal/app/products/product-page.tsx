/** The page of one product: its APIs and its plans. */
import { Button, Tag, Tile } from '@carbon/react'
import { useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ApiSummary, PlanView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { DeprecationNotice } from '../apis/deprecation-notice.tsx'
import { buildApiLink, buildProductLink, buildSignInLink } from '../routing/page-route.ts'
import { useOptionalSession } from '../session/session.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { PlanLimits } from './product-cards.tsx'
import { SubscribeDialog } from './subscribe-dialog.tsx'

const trail = [[t('Products'), buildHashLink('products')]] as const

export default function ProductPage({ name }: { name: string }) {
  const [wanted, setWanted] = useState<string>()
  const session = useOptionalSession()
  const resource = usePortalResource('GET /products/:product', { product: name })
  const product = resource.value
  const plan = product?.plans.find((each) => each.name === wanted)

  function subscribe(plan: string) {
    if (session) setWanted(plan)
    else navigate(buildSignInLink(buildProductLink(name)))
  }

  return (
    <>
      <PageHeader trail={trail} title={product?.title ?? name}>
        {product && <span className="page__type">{t('version {version}', { version: product.version })}</span>}
        {product?.deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
      </PageHeader>
      <Loaded resource={resource}>
        {(value) => (
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
            <Group title={t('APIs')}>
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
            </Group>
            <Group title={t('Plans')}>
              <div className="cards cards--plans">
                {value.plans.map((each) => (
                  <PlanCard
                    key={each.name}
                    plan={each}
                    apis={value.apis}
                    subscribe={value.deprecated ? undefined : () => subscribe(each.name)}
                  />
                ))}
              </div>
            </Group>
            {plan && <SubscribeDialog product={value} plan={plan} close={() => setWanted(undefined)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Shows one plan: its APIs, its limits, and whether it needs approval. */
interface PlanCardProps {
  plan: PlanView
  /** The APIs of the product. */
  apis: readonly ApiSummary[]
  /** Undefined for a deprecated product, which takes no new subscriptions. */
  subscribe: (() => void) | undefined
}

function PlanCard({ plan, apis, subscribe }: PlanCardProps) {
  const titleOf = (reference: string) => apis.find((api) => api.reference === reference)?.title ?? reference
  return (
    <Tile className="card">
      <h3 className="card__title">{plan.title}</h3>
      {plan.approval && <Tag type="purple">{t('needs approval')}</Tag>}
      <DescriptionText text={plan.description} />
      <PlanLimits limits={plan.limits} apis={apis} />
      {plan.tokens !== undefined && <p className="card__list">{t('Tokens: {tokens}', { tokens: plan.tokens })}</p>}
      <ul className="card__list">
        {plan.apis.map((reference) => (
          <li key={reference}>{describeApi(plan, reference, titleOf(reference))}</li>
        ))}
      </ul>
      {subscribe && (
        <Button size="md" onClick={subscribe} aria-label={t('Subscribe to {title}', { title: plan.title })}>
          {t('Subscribe')}
        </Button>
      )}
    </Tile>
  )
}

function describeApi({ operations }: PlanView, reference: string, title: string): string {
  const some = operations.find(({ api }) => api === reference)
  return some ? t('{title}: only {operations}', { title, operations: some.operations.join(', ') }) : title
}
