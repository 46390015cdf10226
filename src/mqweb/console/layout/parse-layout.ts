/**
 * Parses the layout of the console from a JSON request body or a file. Only known members are kept, so that a layout
 * has a bounded size.
 */

import {
  type ConsoleLayout,
  chartMeasures,
  consoleTypes,
  type Dashboard,
  type Widget,
  widgetKinds,
} from '../../../contract/console/console-layout.ts'
import { RestError } from '../../errors/rest-error.ts'
import {
  createInvalidMemberError,
  readBooleanMember,
  readChoiceMember,
  readIntegerMember,
  readTextMember,
} from '../../http/body-members.ts'

type Body = Readonly<Record<string, unknown>>

const maxDashboards = 20
const maxWidgets = 24
const maxTitleLength = 64
const maxNameLength = 48
const maxColumns = 4
const idShape = /^[A-Za-z0-9_-]{1,32}$/

/** Returns the layout. Throws `RestError` with status 400 for the first member that does not fit. */
export function parseLayout(body: Body): ConsoleLayout {
  const dashboards = readObjects(body, 'dashboards', maxDashboards).map(parseDashboard)
  requireDistinctIds(dashboards, 'dashboards')
  return { type: readChoiceMember(body, 'type', consoleTypes), dashboards }
}

function parseDashboard(body: Body): Dashboard {
  const widgets = readObjects(body, 'widgets', maxWidgets).map(parseWidget)
  requireDistinctIds(widgets, 'widgets')
  return { id: readId(body), title: readTitle(body), widgets }
}

function parseWidget(body: Body): Widget {
  return {
    id: readId(body),
    kind: readChoiceMember(body, 'kind', widgetKinds, { required: true }),
    title: readTitle(body),
    columns: readIntegerMember(body, 'columns', { min: 1, max: maxColumns }) ?? 2,
    manager: readTextMember(body, 'manager', { most: maxNameLength }),
    showSystem: readBooleanMember(body, 'showSystem'),
    measure: readChoiceMember(body, 'measure', chartMeasures),
    queue: readTextMember(body, 'queue', { most: maxNameLength }),
  }
}

function readTitle(body: Body): string {
  return readTextMember(body, 'title', { required: true, most: maxTitleLength })
}

function readId(body: Body): string {
  const id = readTextMember(body, 'id', { required: true })
  if (idShape.test(id)) return id
  throw createInvalidMemberError('id', id, 'it must be 1 to 32 letters, digits, - or _')
}

function readObjects(body: Body, member: string, maxItems: number): Body[] {
  const value = body[member] ?? []
  if (!Array.isArray(value)) throw createInvalidMemberError(member, value, 'it must be an array')
  if (value.length > maxItems)
    throw createInvalidMemberError(member, value.length, `it must have at most ${maxItems} items`)
  return value.map((item: unknown) => {
    if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item as Body
    throw createInvalidMemberError(member, item, 'each item must be an object')
  })
}

function requireDistinctIds(items: readonly { id: string }[], member: string): void {
  const seen = new Set<string>()
  for (const { id } of items) {
    if (seen.has(id)) throw new RestError('MQWB0015E', [JSON.stringify(id), `${member}.id`, 'it is given twice'])
    seen.add(id)
  }
}
