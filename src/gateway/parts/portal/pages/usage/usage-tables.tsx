/** The tables of usage: calls by operation or API, and what failed. */
import { type Column, DataTable } from '../../../../../shared/ui/table/data-table.tsx'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { LiveView, UsageMinutes } from '../../rest/index.ts'
import type { CatalogTitles } from '../products/catalog-titles.ts'
import { CallName } from './rejection-table.tsx'
import { formatLatency } from './usage-samples.ts'

type Counts = Record<'calls' | 'refusals' | 'errors', number>

export const countColumns: readonly Column<Counts>[] = [
  [t('Calls'), (row) => row.calls],
  [t('Rejected'), ({ refusals }) => refusals],
  [t('Errors'), ({ errors }) => errors],
]

type TitlesProps = { titles: CatalogTitles }

/** Shows the counters of APIs. */
export function ApiCountsTable({ apis, titles }: TitlesProps & Pick<LiveView, 'apis'>) {
  return (
    <DataTable
      label={t('Calls by API')}
      rows={apis}
      keyOf={({ api }) => api}
      columns={[['API', ({ api }) => titles.describeApi(api) || t('no API')], ...countColumns]}
      empty={t('It has called nothing in this time.')}
    />
  )
}

/** Shows the counters and latency of operations. */
export function OperationTable({ operations, titles }: TitlesProps & Pick<UsageMinutes, 'operations'>) {
  return (
    <DataTable
      label={t('Calls by operation')}
      rows={operations}
      keyOf={({ api, operation }) => `${api} ${operation}`}
      columns={[
        [t('Operation'), (row) => <OperationName {...row} titles={titles} />],
        ...countColumns,
        [t('Average'), ({ averageMs }) => formatLatency(averageMs)],
        [t('95th percentile'), ({ p95Ms }) => formatLatency(p95Ms)],
      ]}
      empty={t('It has called nothing in this time.')}
    />
  )
}

/** Shows why calls failed, how often, since when, and what to do. */
export function FailureTable({ failures, titles }: TitlesProps & Pick<UsageMinutes, 'failures'>) {
  return (
    <DataTable
      label={t('What failed')}
      rows={failures}
      keyOf={({ reason, api, operation }) => `${reason} ${api} ${operation}`}
      columns={[
        [t('Reason'), ({ reason }) => <code>{reason}</code>],
        [t('Operation'), (row) => <OperationName {...row} titles={titles} />],
        [t('Calls'), (row) => row.calls],
        [t('First'), ({ since }) => <RelativeTime at={since} />],
        [t('Last'), ({ last }) => <RelativeTime at={last} />],
        [t('What to do'), ({ advice }) => advice],
      ]}
      empty={t('No call failed in this time.')}
    />
  )
}

function OperationName({ api, operation, titles }: TitlesProps & { api: string; operation: string }) {
  const [method = '', path] = operation.split(' ')
  return <CallName method={method} path={path} note={titles.describeApi(api) || t('no API')} />
}
