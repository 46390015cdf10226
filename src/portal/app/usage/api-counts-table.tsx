/** Shows the counters of APIs. */

import { Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { UsageView } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'

export interface ApiCountsTableProps extends Pick<UsageView, 'apis'> {
  titles: CatalogTitles
}

export function ApiCountsTable({ apis, titles }: ApiCountsTableProps) {
  return (
    <ScrollRegion label={t('Calls by API')}>
      <Table size="md" aria-label={t('Calls by API')}>
        <TableHeaderRow titles={['API', t('Calls'), t('Rejected'), t('Errors')]} />
        <TableBody>
          {apis.map(({ api, calls, refusals, errors }) => (
            <TableRow key={api}>
              <TableCell>{titles.describeApi(api) || t('no API')}</TableCell>
              <TableCell className="list__number">{formatNumber(calls)}</TableCell>
              <TableCell className="list__number">{formatNumber(refusals)}</TableCell>
              <TableCell className="list__number">{formatNumber(errors)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollRegion>
  )
}
