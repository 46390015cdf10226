/** Shows the counters of APIs. */
import { DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import type { UsageView } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'

export interface ApiCountsTableProps extends Pick<UsageView, 'apis'> {
  titles: CatalogTitles
}

export function ApiCountsTable({ apis, titles }: ApiCountsTableProps) {
  return (
    <DataTable
      label={t('Calls by API')}
      rows={apis}
      keyOf={({ api }) => api}
      columns={[
        ['API', ({ api }) => titles.describeApi(api) || t('no API')],
        [t('Calls'), ({ calls }) => calls],
        [t('Rejected'), ({ refusals }) => refusals],
        [t('Errors'), ({ errors }) => errors],
      ]}
    />
  )
}
