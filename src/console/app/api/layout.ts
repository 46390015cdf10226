/** Loads and stores the user's layout of the console: the console type and the dashboards. */
import type { ConsoleLayout } from '../../../contract/console/layout.ts'
import type { TaggedResponse } from '../../../ui/api/client.ts'
import { requestTagged } from './client.ts'

export type {
  ChartMeasure,
  ConsoleLayout,
  ConsoleType,
  Dashboard,
  Widget,
  WidgetKind,
} from '../../../contract/console/layout.ts'

export function loadLayout(): Promise<TaggedResponse<ConsoleLayout>> {
  return requestTagged('GET', 'layout')
}

/** Stores the layout and returns its entity tag. Throws a `RequestError` with 412 when `etag` is not current. */
export async function saveLayout(layout: ConsoleLayout, etag: string): Promise<string> {
  const response = await requestTagged<void>('PUT', 'layout', { body: layout, headers: { 'If-Match': etag } })
  return response.etag
}
