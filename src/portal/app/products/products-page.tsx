/** The page that lists the products of the catalog. */

import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import { t } from '../../../ui/text/t.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildApiLink, buildProductLink } from '../routing/page-route.ts'

export default function ProductsPage() {
  const products = usePortalResource('GET /products', {})

  return (
    <>
      <PageHeader title={t('Products')} />
      <ResourceTable
        label={t('Products')}
        resource={products}
        keyOf={({ name }) => name}
        columns={[
          [
            t('Product'),
            ({ name, title, deprecated }) => (
              <>
                <a className="cds--link list__name" href={buildProductLink(name)}>
                  {title}
                </a>
                {deprecated && <span className="list__note">{t('deprecated')}</span>}
              </>
            ),
          ],
          [t('Version'), ({ version }) => version],
          [
            t('APIs'),
            ({ apis }) => (
              <ul>
                {apis.map(({ reference, title }) => (
                  <li key={reference}>
                    <a className="cds--link list__name" href={buildApiLink(reference)}>
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            ),
          ],
          [t('Plans'), ({ plans }) => plans.map(({ title }) => title).join(', ')],
        ]}
        empty={t('Nothing is published here yet.')}
      />
    </>
  )
}
