/** The charts of what the server measures. */
import type { ChartProps } from '../../../../../shared/ui/charts/chart.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ChartMeasure } from '../../contract/layout.ts'

type MeasureChart = Pick<ChartProps, 'title' | 'unit' | 'lines' | 'whole'>

export const measureCharts: Readonly<Record<ChartMeasure, MeasureChart>> = {
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
