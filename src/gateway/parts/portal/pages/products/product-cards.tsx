/** The published products as cards: what each is for, its APIs, and its plans with their limits. */
import '@carbon/styles/scss/components/tile/_index.scss'
import { Link, Tag, Tile } from '@carbon/react'
import { useState } from 'react'
import { type Column, DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiSummary, LimitView, ProductView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'
import { buildApiLink, buildProductLink } from '../routing/page-route.ts'
import { Markdown } from '../text/markdown.tsx'

interface PlanLimitsProps {
  limits: readonly LimitView[]
  /** The APIs of the product. */
  apis: readonly ApiSummary[]
}

/** Shows the limits of a plan as text. */
export function PlanLimits({ limits, apis }: PlanLimitsProps) {
  const titleOf = (name: string) => apis.find(({ reference }) => reference === name)?.title ?? name
  if (limits.length === 0) return <p className="quiet">{t('Without limits')}</p>
  return (
    <ul className="card__list--strong">
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

const columns: readonly Column<ProductView>[] = [
  [t('Product'), ({ title, description }) => [title, description]],
  [t('APIs'), ({ apis }) => apis.map((api) => api.title)],
]

/** All products: above 50 with a search and pages. */
export function ProductList(props: ProductCardsProps) {
  return (
    <DataTable
      label={t('Products')}
      rows={props.products}
      keyOf={({ name }) => name}
      columns={columns}
      renderRows={(products) => <ProductCards {...props} products={products} />}
      empty={t('There are no products yet. The operator publishes them in the catalog.')}
    />
  )
}

function ProductCards({ products, heading: Heading }: ProductCardsProps) {
  return (
    <div className="cards">
      {products.map(({ name, title, version, description, hasIcon, deprecated, apis, plans }) => (
        <Tile key={name} className="card">
          <div className="card__head">
            <ProductIcon name={name} title={title} hasIcon={hasIcon} />
            <Heading className="card__title">
              <Link href={buildProductLink(name)}>
                <bdi>{title}</bdi>
              </Link>
              <span className="card__version">{t('version {version}', { version })}</span>
            </Heading>
            {deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
          </div>
          <Markdown text={description} />
          <p className="card__label">{t('APIs')}</p>
          <ul className="card__apis">
            {apis.map(({ reference, title }) => (
              <li key={reference}>
                <Link href={buildApiLink(reference)}>
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          <p className="card__label">{t('Plans')}</p>
          <ul className="card__plans">
            {plans.map((plan) => (
              <li key={plan.name} className="card__plan">
                <strong>{plan.title}</strong>
                {plan.price !== undefined && <p className="card__price">{plan.price}</p>}
                <PlanLimits limits={plan.limits} apis={apis} />
                {plan.approval && <p className="quiet">{t('needs approval')}</p>}
              </li>
            ))}
          </ul>
        </Tile>
      ))}
    </div>
  )
}

/** The picture of a product: its icon, or its initials in a colour that its name chooses. */
export function ProductIcon({ name, title, hasIcon }: Pick<ProductView, 'name' | 'title' | 'hasIcon'>) {
  const [isMissing, setMissing] = useState(false)
  if (hasIcon && !isMissing) {
    const url = buildResourceUrl(`products/${encodeURIComponent(name)}/icon`)
    return <img className="initials" src={url} alt="" onError={() => setMissing(true)} />
  }
  const words = title.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const initials = words.length > 1 ? words.slice(0, 2).map(([first]) => first) : [...(words[0] ?? '')].slice(0, 2)
  const sum = [...name].reduce((before, each) => before * 31 + (each.codePointAt(0) ?? 0), 7) % initialColours
  return (
    <span className={`initials initials--${sum}`} aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  )
}

/** The number of classes `initials--0` and so on in the styles. */
const initialColours = 6
