/** A widget with one chart of the last hour of a queue or a queue manager. */
import type { ChartMeasure, Widget } from '../../../contract/console/layout.ts'
import { Chart, type ChartProps } from '../../../ui/charts/chart.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { t } from '../../../ui/text/t.ts'
import { useSampleHistory } from '../charts/use-sample-history.ts'
import { buildObjectLink } from '../routing/page-route.ts'
import { isQueueMeasure } from './widget-kinds.ts'

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

export function ChartWidget({ widget: { manager, queue, measure } }: { widget: Widget }) {
  const isOfQueue = isQueueMeasure(measure)
  const history = useSampleHistory(manager, isOfQueue ? queue : undefined)

  return (
    <>
      <Loaded resource={history} small>
        {(samples) => <Chart samples={samples} minutes={minutes} {...charts[measure]} />}
      </Loaded>
      {isOfQueue && (
        <a className="cds--link widget__link" href={buildObjectLink(manager, 'queues', queue, 'statistics')}>
          {queue}
        </a>
      )}
    </>
  )
}
