/** Loads and stores the user's layout of the console: the console type and the dashboards. */
import type { TaggedResponse } from '../../../ui/api/client.ts'
import { requestTagged } from './client.ts'

export type ConsoleType = 'pages' | 'dashboards'
export type WidgetKind =
  | 'managers'
  | 'queues'
  | 'topics'
  | 'listeners'
  | 'channels'
  | 'app-channels'
  | 'subscriptions'
  | 'client-channels'
  | 'authinfos'
  | 'chart'
export type ChartMeasure = 'depth' | 'rates' | 'age' | 'connections' | 'channels'

export interface ConsoleLayout {
  type: ConsoleType
  dashboards: readonly Dashboard[]
}

export interface Dashboard {
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
  manager: string
  showSystem: boolean
  measure: ChartMeasure
  queue: string
}

export function loadLayout(): Promise<TaggedResponse<ConsoleLayout>> {
  return requestTagged('GET', 'layout')
}

/** Stores the layout and returns its entity tag. Throws a `RequestError` with 412 when `etag` is not current. */
export async function saveLayout(layout: ConsoleLayout, etag: string): Promise<string> {
  const response = await requestTagged<void>('PUT', 'layout', { body: layout, headers: { 'If-Match': etag } })
  return response.etag
}
