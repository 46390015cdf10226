/** Shows the counters of APIs. */
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { t } from '../../../ui/text/t.ts'
import type { UsageView } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { formatLatency } from './usage-samples.ts'

export interface ApiCountsTableProps extends Pick<UsageView, 'apis'> {
  titles: CatalogTitles
  /** Whether the latency is known by API. */
  hasLatency?: boolean
}

export function ApiCountsTable({ apis, titles, hasLatency = false }: ApiCountsTableProps) {
  const latency = [
    [t('Average'), ({ averageMs }) => formatLatency(averageMs)],
    [t('95th percentile'), ({ p95Ms }) => formatLatency(p95Ms)],
  ] as const satisfies readonly Column<UsageView['apis'][number]>[]
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
        ...(hasLatency ? latency : []),
      ]}
      empty={t('It has called nothing in this time.')}
    />
  )
}
