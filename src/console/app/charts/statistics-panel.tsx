/** Shows the last hour of a queue: depth, rates, and the age of the oldest message. */

import { Chart } from '../../../ui/charts/chart.tsx'
import type { Threshold } from '../../../ui/charts/chart-marks.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { t } from '../../../ui/text/t.ts'
import type { ObjectRow } from '../screens/object-screen.ts'
import { HistoryCharts } from './history-charts.tsx'
import { measureCharts } from './measure-charts.ts'
import { useSampleHistory } from './use-sample-history.ts'

export default function StatisticsPanel({ manager, row }: { manager: string; row: ObjectRow }) {
  return (
    <Loaded resource={useSampleHistory(manager, row.name)}>
      {(samples) => (
        <HistoryCharts label={t('Statistics')}>
          {(minutes) => (
            <>
              <Chart {...measureCharts.depth} samples={samples} minutes={minutes} thresholds={findDepthLimits(row)} />
              <Chart {...measureCharts.rates} samples={samples} minutes={minutes} />
              <Chart {...measureCharts.age} samples={samples} minutes={minutes} />
            </>
          )}
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
