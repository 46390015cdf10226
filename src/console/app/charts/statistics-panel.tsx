/** Shows the last hour of a queue: depth, rates, and the age of the oldest message. */

import { Chart } from '../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { loadQueueHistory } from '../api/history.ts'
import { HistoryCharts } from './history-charts.tsx'
import { useSampleHistory } from './use-sample-history.ts'

const rates = [
  ['puts', 'Put'],
  ['gets', 'Get'],
] as const

export default function StatisticsPanel({ manager, queue }: { manager: string; queue: string }) {
  const { value, problem, reload } = useSampleHistory(`${manager}/${queue}`, (since, signal) =>
    loadQueueHistory(manager, queue, since, signal),
  )

  if (!value) return problem ? <ErrorNotice text={problem} again={reload} /> : <LoadingIndicator />
  return (
    <>
      {problem && <ErrorNotice text={problem} again={reload} />}
      <HistoryCharts label="Statistics">
        {(minutes) => {
          const shared = { samples: value, minutes }
          return (
            <>
              <Chart {...shared} title="Depth" unit="" lines={[['depth', 'Messages']]} whole />
              <Chart {...shared} title="Messages per second" unit="" lines={rates} />
              <Chart {...shared} title="Age of the oldest message" unit="s" lines={[['age', 'Age']]} />
            </>
          )
        }}
      </HistoryCharts>
    </>
  )
}
