/** Shows the history of a queue: depth, rates, and the age of the oldest message. */
import { Chart } from '../../../../../shared/ui/charts/chart.tsx'
import type { Threshold } from '../../../../../shared/ui/charts/chart-marks.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { ChartRangeProvider, HistoryCharts } from './chart-range.tsx'
import { measureCharts } from './measure-charts.ts'
import { useSampleHistory } from './use-sample-history.ts'

type StatisticsProps = { manager: string; row: ObjectRow }

export default function StatisticsPanel(props: StatisticsProps) {
  return (
    <ChartRangeProvider>
      <QueueCharts {...props} />
    </ChartRangeProvider>
  )
}

function QueueCharts({ manager, row }: StatisticsProps) {
  return (
    <Loaded resource={useSampleHistory(manager, row.name)}>
      {(shown) => (
        <HistoryCharts label={t('Statistics')}>
          <Chart {...shown} {...measureCharts.depth} thresholds={findDepthLimits(row)} />
          <Chart {...shown} {...measureCharts.rates} />
          <Chart {...shown} {...measureCharts.age} />
        </HistoryCharts>
      )}
    </Loaded>
  )
}

/** Returns the maximum depth of the queue, and the depth of its depth high event. */
function findDepthLimits({ attributes }: ObjectRow): readonly Threshold[] {
  const max = Number(attributes.maxdepth)
  const highPercent = Number(attributes.qdepthhi)
  return [
    ...(max > 0 ? [{ title: t('Maximum depth'), value: max }] : []),
    ...(max > 0 && highPercent > 0 && highPercent < 100
      ? [{ title: t('Depth high limit'), value: (max * highPercent) / 100 }]
      : []),
  ]
}
