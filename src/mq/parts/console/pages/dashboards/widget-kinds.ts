/** The kinds of widgets, and what charts measure. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ChartMeasure, WidgetKind } from '../../contract/layout.ts'

export const widgetKindTitles: Readonly<Record<WidgetKind, string>> = {
  managers: t('Queue managers'),
  queues: t('Queues'),
  topics: t('Topics'),
  listeners: t('Listeners'),
  channels: t('Queue manager channels'),
  'app-channels': t('App channels'),
  subscriptions: t('Subscriptions'),
  'client-channels': t('Client-connection channels'),
  authinfos: t('Authentication information'),
  chart: t('Chart'),
}

export const chartMeasureTitles: Readonly<Record<ChartMeasure, string>> = {
  depth: t('Depth of a queue'),
  rates: t('Messages per second of a queue'),
  age: t('Age of the oldest message of a queue'),
  connections: t('Connections of the queue manager'),
  channels: t('Running channels of the queue manager'),
}

export function isQueueMeasure(measure: ChartMeasure): boolean {
  return measure === 'depth' || measure === 'rates' || measure === 'age'
}
