/** Parses the layout of the console from a JSON request body or a file. */
import { ConsoleLayout } from '../../../contract/console/layout.ts'
import { RestError } from '../../errors/rest-error.ts'
import { parseBody } from '../../http/parse-body.ts'

/** Returns the layout. Throws `RestError` with status 400 for the first member that does not fit. */
export function parseLayout(body: Readonly<Record<string, unknown>>): ConsoleLayout {
  const layout = parseBody(ConsoleLayout, body)
  requireDistinctIds(layout.dashboards, 'dashboards')
  for (const { widgets } of layout.dashboards) requireDistinctIds(widgets, 'widgets')
  return layout
}

function requireDistinctIds(items: readonly { id: string }[], member: string): void {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) throw new RestError('MQWB0015E', [JSON.stringify(id), `${member}.id`, 'it is given twice'])
    seen.add(id)
  }
}
