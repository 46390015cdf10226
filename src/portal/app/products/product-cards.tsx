/** The published products as cards: what each is for, its APIs, and its plans with their limits. */
import { Tag, Tile } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'
import type { ApiSummary, LimitView, ProductView } from '../../rest/index.ts'
import { buildApiLink, buildProductLink } from '../routing/page-route.ts'
import { DescriptionText } from '../text/description-text.tsx'

interface PlanLimitsProps {
  limits: readonly LimitView[]
  /** The APIs of the product. */
  apis: readonly ApiSummary[]
}

/** Shows the limits of a plan as text. */
export function PlanLimits({ limits, apis }: PlanLimitsProps) {
  const titleOf = (name: string) => apis.find(({ reference }) => reference === name)?.title ?? name
  if (limits.length === 0) return <p className="card__list">{t('Without limits')}</p>
  return (
    <ul className="card__list card__list--strong">
      {limits.map(({ name, kind, part, words }) => (
        <li key={`${kind} ${part} ${name}`}>
          {words}
          {part && <span className="list__note">{part.replace(/^\S+/, titleOf)}</span>}
        </li>
      ))}
    </ul>
  )
}

export interface ProductCardsProps {
  products: readonly ProductView[]
  /** The level of the titles. */
  heading: 'h2' | 'h3'
}

export function ProductCards({ products, heading: Heading }: ProductCardsProps) {
  if (products.length === 0) return <p>{t('There are no products yet. The operator publishes them in the catalog.')}</p>
  return (
    <div className="cards">
      {products.map(({ name, title, version, description, deprecated, apis, plans }) => (
        <Tile key={name} className="card">
          <Heading className="card__title">
            <a className="cds--link" href={buildProductLink(name)}>
              <bdi>{title}</bdi>
            </a>
            <span className="list__note">{t('version {version}', { version })}</span>
          </Heading>
          {deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
          <DescriptionText text={description} />
          <dl className="card__parts">
            <dt>{t('APIs')}</dt>
            {apis.map(({ reference, title }) => (
              <dd key={reference}>
                <a className="cds--link" href={buildApiLink(reference)}>
                  <bdi>{title}</bdi>
                </a>
              </dd>
            ))}
            <dt>{t('Plans')}</dt>
            {plans.map((plan) => (
              <dd key={plan.name}>
                {plan.title}
                <PlanLimits limits={plan.limits} apis={apis} />
              </dd>
            ))}
          </dl>
        </Tile>
      ))}
    </div>
  )
}
