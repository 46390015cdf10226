/** The console type, the dashboards and the columns of lists that a user has chosen. */
import type { ParameterDescription } from '../../../../shared/http/openapi/openapi-document.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources, orDefault, resource } from '../../../../shared/rest/resource.ts'
import { body, flag } from '../../../../shared/rest/shapes.ts'

export type ConsoleType = Static<typeof ConsoleType>
const ConsoleType = Type.Enum(['pages', 'dashboards'])

export type WidgetKind = Static<typeof WidgetKind>
const WidgetKind = Type.Enum([
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
])

export type ChartMeasure = Static<typeof ChartMeasure>
const ChartMeasure = Type.Enum(['depth', 'rates', 'age', 'connections', 'channels'])

const id = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,32}$',
  minLength: 1,
  'x-rule': 'it must be 1 to 32 letters, digits, - or _',
})
const title = Type.String({ minLength: 1, maxLength: 96 })
const optionalName = (description: string) => orDefault(Type.String({ maxLength: 48, description }), '')

export type Widget = Static<typeof Widget>
const Widget = body('Widget', {
  id,
  kind: WidgetKind,
  title,
  columns: orDefault(Type.Integer({ minimum: 1, maximum: 4, description: 'The width in columns of the grid.' }), 2),
  manager: optionalName('The queue manager; empty for the widget of queue managers.'),
  showSystem: orDefault(flag('Whether a list shows SYSTEM objects.'), false),
  measure: orDefault(ChartMeasure, 'depth'),
  queue: optionalName('The queue of a chart; empty for a chart of the queue manager and for other widgets.'),
})

export type Dashboard = Static<typeof Dashboard>
const Dashboard = body(
  'Dashboard',
  { id, title, widgets: orDefault(Type.Array(Widget, { maxItems: 24 }), []) },
  'Its id is part of the URL of its page.',
)

const ShownColumns = body('ShownColumns', { list: id, columns: Type.Array(id, { maxItems: 40 }) })

export type ConsoleLayout = Static<typeof ConsoleLayout>
export const ConsoleLayout = body('ConsoleLayout', {
  type: orDefault(ConsoleType, 'pages'),
  dashboards: orDefault(Type.Array(Dashboard, { maxItems: 20 }), []),
  lists: Type.Optional(
    Type.Array(ShownColumns, { maxItems: 40, description: 'The columns that the user has chosen for lists.' }),
  ),
})

export const emptyLayout: ConsoleLayout = { type: 'pages', dashboards: [] }

const ifMatch: ParameterDescription = {
  in: 'header',
  name: 'If-Match',
  description: 'The ETag that was read, or "*".',
  schema: Type.String(),
  required: true,
}

const headers = { ETag: 'Names the version of the dashboards.' }

export const layoutResources = declareResources('console', {
  'GET /layout': { id: 'showLayout', summary: 'Show the dashboards of the user', response: ConsoleLayout, headers },
  'PUT /layout': resource('saveLayout', 'Save the dashboards of the user', {
    parameters: [ifMatch],
    body: ConsoleLayout,
    headers,
  }),
})
