/** A dashboard as a JSON file, which users keep and share. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { Dashboard, Widget } from '../../contract/layout.ts'
import { copyDashboard, maxTitleLength, maxWidgets } from './arrange-widgets.ts'
import { chartMeasureTitles, widgetKindTitles } from './widget-kinds.ts'

/** The value that marks a file as a dashboard, with the version of its form. */
const format = 'sluice-dashboard-1'

export function renderDashboardFile({ title, widgets }: Dashboard): string {
  return `${JSON.stringify({ format, title, widgets: widgets.map(({ id: _, ...rest }) => rest) }, null, 2)}\n`
}

/** Parses a file and gives the dashboard new ids. Throws an `Error` that says what is wrong. */
export function parseDashboardFile(text: string): Dashboard {
  const file = parseObject(text)
  if (file.format !== format)
    throw new Error(t('"format" is {found}, not "{format}".', { found: String(JSON.stringify(file.format)), format }))
  if (typeof file.title !== 'string' || file.title === '') throw new Error(t('"title" is missing.'))
  if (!Array.isArray(file.widgets)) throw new Error(t('"widgets" is not an array.'))
  if (file.widgets.length > maxWidgets)
    throw new Error(t('"widgets" has more than {maxWidgets} items.', { maxWidgets }))
  return copyDashboard({ id: '', title: file.title, widgets: file.widgets.map(parseWidget) }, file.title)
}

function parseWidget(value: unknown, index: number): Widget {
  const { kind, title, columns, manager, showSystem, measure, queue } = Object(value) as Record<string, unknown>
  if (!isKeyOf(widgetKindTitles, kind))
    throw new Error(t('widget {number} has the unknown "kind" {kind}.', { number: index + 1, kind }))
  if (typeof title !== 'string' || title === '')
    throw new Error(t('widget {number} has no "title".', { number: index + 1 }))
  return {
    id: '',
    kind,
    title: title.slice(0, maxTitleLength),
    columns: typeof columns === 'number' ? Math.max(1, Math.min(4, Math.round(columns))) : 2,
    manager: typeof manager === 'string' ? manager.slice(0, 48) : '',
    showSystem: showSystem === true,
    measure: isKeyOf(chartMeasureTitles, measure) ? measure : 'depth',
    queue: typeof queue === 'string' ? queue.slice(0, 48) : '',
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    throw new Error(t('it is not JSON.'))
  }
}

function isKeyOf<Key extends string>(table: Readonly<Record<Key, string>>, key: unknown): key is Key {
  return typeof key === 'string' && Object.hasOwn(table, key)
}
