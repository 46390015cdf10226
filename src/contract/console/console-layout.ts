/**
 * The layout of the console that one user made, as the resource `/layout` has it: the console type and the dashboards with
 * their widgets.
 */

export const consoleTypes = ['pages', 'dashboards'] as const
export type ConsoleType = (typeof consoleTypes)[number]

export const widgetKinds = [
  'managers',
  'queues',
  'topics',
  'listeners',
  'channels',
  'app-channels',
  'subscriptions',
  'client-channels',
  'authinfos',
  'chart',
] as const
export type WidgetKind = (typeof widgetKinds)[number]

export const chartMeasures = ['depth', 'rates', 'age', 'connections', 'channels'] as const
export type ChartMeasure = (typeof chartMeasures)[number]

export interface ConsoleLayout {
  type: ConsoleType
  dashboards: readonly Dashboard[]
}

export interface Dashboard {
  /** A random id, which is part of the URL of the dashboard. */
  id: string
  title: string
  widgets: readonly Widget[]
}

export interface Widget {
  id: string
  kind: WidgetKind
  title: string
  /** The width in columns of the grid: 1 to 4. */
  columns: number
  /** The queue manager; empty for the widget of queue managers. */
  manager: string
  /** Whether a list shows SYSTEM objects. */
  showSystem: boolean
  /** What a chart shows; `depth` for other widgets. */
  measure: ChartMeasure
  /** The queue of a chart; empty for a chart of the queue manager and for other widgets. */
  queue: string
}

export const emptyLayout: ConsoleLayout = { type: 'pages', dashboards: [] }
