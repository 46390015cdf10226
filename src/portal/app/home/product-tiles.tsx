/** The published products as tiles. */

import { ClickableTile } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'

import type { ProductView } from '../../rest/index.ts'
import { buildProductLink } from '../routing/page-route.ts'
import { DescriptionText } from '../text/description-text.tsx'

export function ProductTiles({ products }: { products: readonly ProductView[] }) {
  return (
    <section className="group" aria-labelledby="published">
      <h2 className="group__title" id="published">
        {t('What is published here')}
      </h2>
      <div className="home">
        {products.map(({ name, title, description, plans, apis }) => (
          <ClickableTile key={name} href={buildProductLink(name)}>
            <h3 className="home__title">{title}</h3>
            <DescriptionText text={description} />
            <p className="page__type">
              {t(
                '{apis, plural, one {# API} other {# APIs}}, {plans, plural, one {# plan} other {# plans}}',
                {
                  apis: apis.length,
                  plans: plans.length,
                },
              )}
            </p>
          </ClickableTile>
        ))}
      </div>
      {products.length === 0 && (
        <p>{t('There are no products yet. The operator publishes them in the catalog.')}</p>
      )}
    </section>
  )
}
