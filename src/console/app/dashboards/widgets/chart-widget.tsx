/** A widget with one chart of the last hour of a queue or a queue manager. */
import { Chart, type ChartProps } from '../../../../ui/charts/chart.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { t } from '../../../../ui/text/t.ts'
import { loadManagerHistory, loadQueueHistory } from '../../api/history.ts'
import type { ChartMeasure, Widget } from '../../api/layout.ts'
import { useSampleHistory } from '../../charts/use-sample-history.ts'
import { buildObjectLink } from '../../routing/page-route.ts'

type MeasureChart = Pick<ChartProps, 'title' | 'unit' | 'lines' | 'whole'>

const charts: Readonly<Record<ChartMeasure, MeasureChart>> = {
  depth: { title: t('Depth'), unit: '', lines: [['depth', t('Messages')]], whole: true },
  rates: {
    title: t('Messages per second'),
    unit: '',
    lines: [
      ['puts', t('Put')],
      ['gets', t('Get')],
    ],
  },
  age: { title: t('Age of the oldest message'), unit: 's', lines: [['age', t('Age')]] },
  connections: { title: t('Connections'), unit: '', lines: [['connections', t('Connections')]], whole: true },
  channels: { title: t('Channels'), unit: '', lines: [['channels', t('Running channels')]], whole: true },
}

const minutes = 60

export function isQueueMeasure(measure: ChartMeasure): boolean {
  return measure === 'depth' || measure === 'rates' || measure === 'age'
}

export function ChartWidget({ widget: { manager, queue, measure } }: { widget: Widget }) {
  const isOfQueue = isQueueMeasure(measure)
  const { value, problem, reload } = useSampleHistory(`${manager}/${isOfQueue ? queue : ''}`, (since, signal) =>
    isOfQueue ? loadQueueHistory(manager, queue, since, signal) : loadManagerHistory(manager, since, signal),
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
