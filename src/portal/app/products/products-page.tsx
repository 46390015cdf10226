/** The page that lists the products of the catalog. */

import { Table, TableBody, TableCell, TableContainer, TableRow } from '@carbon/react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { buildApiLink, buildProductLink } from '../routing/page-route.ts'

export default function ProductsPage() {
  const { value, problem, reload } = useResource('products', (signal) =>
    requestResource('GET /products', {}, { signal }),
  )

  return (
    <>
      <PageHeader title={t('Products')} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <TableContainer className="list">
          <Table aria-label={t('Products')}>
            <TableHeaderRow titles={[t('Product'), t('Version'), t('APIs'), t('Plans')]} />
            <TableBody>
              {value.map(({ name, version, title, deprecated, plans, apis }) => (
                <TableRow key={name}>
                  <TableCell>
                    <a className="cds--link list__name" href={buildProductLink(name)}>
                      {title}
                    </a>
                    {deprecated && <span className="list__note">{t('deprecated')}</span>}
                  </TableCell>
                  <TableCell>{version}</TableCell>
                  <TableCell>
                    <ul>
                      {apis.map((api) => (
                        <li key={api.reference}>
                          <a className="cds--link list__name" href={buildApiLink(api.reference)}>
                            {api.title}
                          </a>
                        </li>
                      ))}
                    </ul>
                  </TableCell>
                  <TableCell>{plans.map((plan) => plan.title).join(', ')}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {value.length === 0 && <p className="list__empty">{t('Nothing is published here yet.')}</p>}
        </TableContainer>
      )}
    </>
  )
}
