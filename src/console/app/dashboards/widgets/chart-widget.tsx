/** A widget with one chart of the last hour of a queue or a queue manager. */
import { Chart, type ChartProps } from '../../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { loadManagerHistory, loadQueueHistory } from '../../api/history.ts'
import type { ChartMeasure, Widget } from '../../api/layout.ts'
import { useSampleHistory } from '../../charts/use-sample-history.ts'
import { buildObjectLink } from '../../routing/page-route.ts'

type MeasureChart = Pick<ChartProps, 'title' | 'unit' | 'lines' | 'whole'>

const charts: Readonly<Record<ChartMeasure, MeasureChart>> = {
  depth: { title: 'Depth', unit: '', lines: [['depth', 'Messages']], whole: true },
  rates: {
    title: 'Messages per second',
    unit: '',
    lines: [
      ['puts', 'Put'],
      ['gets', 'Get'],
    ],
  },
  age: { title: 'Age of the oldest message', unit: 's', lines: [['age', 'Age']] },
  connections: { title: 'Connections', unit: '', lines: [['connections', 'Connections']], whole: true },
  channels: { title: 'Channels', unit: '', lines: [['channels', 'Running channels']], whole: true },
}

const minutes = 60

export function isQueueMeasure(measure: ChartMeasure): boolean {
  return measure === 'depth' || measure === 'rates' || measure === 'age'
}

export function ChartWidget({ widget: { manager, queue, measure } }: { widget: Widget }) {
  const isOfQueue = isQueueMeasure(measure)
  const { value, problem, reload } = useSampleHistory(
    `${manager}/${isOfQueue ? queue : ''}`,
    (since, signal) =>
      isOfQueue
        ? loadQueueHistory(manager, queue, since, signal)
        : loadManagerHistory(manager, since, signal),
  )

  if (!value) return problem ? <ErrorNotice text={problem} again={reload} /> : <LoadingIndicator small />
  return (
    <>
      {problem && <ErrorNotice text={problem} again={reload} />}
      <Chart samples={value} minutes={minutes} {...charts[measure]} />
      {isOfQueue && (
        <a className="cds--link widget__link" href={buildObjectLink(manager, 'queues', queue, 'statistics')}>
          {queue}
        </a>
      )}
    </>
  )
}
