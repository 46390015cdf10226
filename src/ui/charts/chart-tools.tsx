/** The tools below a chart: its values as a table, as CSV, and its picture as PNG. */
import { Button } from '@carbon/react'
import { type RefObject, useState } from 'react'
import { useAction } from '../feedback/use-action.ts'
import { downloadFile } from '../files/download-file.ts'
import { DataTable } from '../table/data-table.tsx'
import { formatDateTime, formatTime } from '../text/format.ts'
import { t } from '../text/t.ts'
import { drawPng, renderSamplesCsv } from './export-chart.ts'
import type { Samples, Series } from './samples.ts'

export interface ChartToolsProps {
  title: string
  samples: Samples
  series: readonly Series[]
  picture: RefObject<SVGSVGElement | null>
}

const hourMs = 3_600_000

export function ChartTools({ title, samples, series, picture }: ChartToolsProps) {
  const [isTable, setTable] = useState(false)
  const { run } = useAction({ notifiesErrors: true })

  async function exportPng() {
    const blob = picture.current && (await drawPng(title, picture.current))
    if (!blob) throw new Error(t('This browser cannot draw the picture.'))
    downloadFile(`${title}.png`, blob)
  }
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
        <Button size="sm" kind="ghost" onClick={() => void run(exportPng, undefined, undefined, 'PNG')}>
          PNG
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
