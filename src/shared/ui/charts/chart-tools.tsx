/** The tools below a chart: its values as a table and as CSV. */
import { Button } from '@carbon/react'
import { useState } from 'react'
import { downloadFile } from '../files/download-file.ts'
import { DataTable } from '../table/data-table.tsx'
import { formatDateTime, formatTime } from '../text/format.ts'
import { t } from '../text/t.ts'
import type { Samples, Series } from './samples.ts'
import { hourMs } from './time-axis.ts'

type ChartToolsProps = { title: string; samples: Samples; series: readonly Series[] }

export function ChartTools({ title, samples, series }: ChartToolsProps) {
  const [isTable, setTable] = useState(false)
  const exportCsv = () =>
    downloadFile(`${title}.csv`, new Blob([renderSamplesCsv(series, samples)], { type: 'text/csv' }))
  const { last, everyMs } = samples
  const count = Math.max(0, ...series.map(({ line }) => line.length))
  const rows = Array.from({ length: count }, (_, ago) => ago)
  const formatMoment = everyMs < hourMs ? formatTime : formatDateTime
  return (
    <>
      <div className="chart__tools">
        <Button size="sm" kind="ghost" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {t('Table')}
        </Button>
        <Button size="sm" kind="ghost" onClick={exportCsv}>
          CSV
        </Button>
      </div>
      {isTable && (
        <div className="chart__table">
          <DataTable<number>
            small
            label={title}
            rows={rows}
            keyOf={String}
            columns={[
              [t('Time'), (ago) => formatMoment(new Date((last - ago) * everyMs))],
              ...series.map(
                ({ called, line }) => [called, (ago: number) => line.at(-1 - ago) ?? t('unknown')] as const,
              ),
            ]}
          />
        </div>
      )}
    </>
  )
}

/** Returns one line for each sample: the time in ISO 8601, then the value of each series, empty where none was measured. */
function renderSamplesCsv(series: readonly Series[], { last, everyMs }: Samples): string {
  const count = Math.max(0, ...series.map(({ line }) => line.length))
  const rows = Array.from({ length: count }, (_, index) => [
    new Date((last - (count - 1 - index)) * everyMs).toISOString(),
    ...series.map(({ line }) => line.at(index - count) ?? ''),
  ])
  const head = ['time', ...series.map(({ called }) => `"${called.replaceAll('"', '""')}"`)]
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
