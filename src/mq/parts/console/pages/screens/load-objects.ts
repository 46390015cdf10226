/** Loads objects: their attributes, and their status if a column shows it. */
import { displayObjects, type ObjectAttributes } from '../../kit/api/mqsc.ts'
import { loadObjectList, type ObjectList } from '../../kit/api/object-lists.ts'
import { finishInSlices } from '../../kit/api/run-in-slices.ts'
import type { ObjectColumn, ObjectRow, ObjectScreen } from './object-screen.ts'

/** The attribute of a list that contains the authorities of a user who does not have all of them. */
const authoritiesAttribute = 'authorities'
const nothing: ObjectAttributes = {}

export interface ObjectRows {
  rows: readonly ObjectRow[]
  /** Whether the user may create objects of this kind. */
  mayCreate: boolean
  /** The number of all objects, while only the first ones are loaded. */
  total?: number
}

/**
 * Loads every object of a screen with the attributes of the columns. Rows that did not change stay the same. `showFirst`
 * gets the first rows of a long list, without their status, before the promise resolves with all of them.
 */
export async function loadObjectRows(
  manager: string,
  screen: ObjectScreen,
  columns: readonly ObjectColumn[],
  signal?: AbortSignal,
  showFirst?: (rows: ObjectRows) => void,
): Promise<ObjectRows> {
  const { qualifier, status } = screen
  const defined = columns.filter((column) => !column.live).flatMap(keywordsOf)
  const live = columns.filter((column) => column.live).flatMap(keywordsOf)
  const attributes = [...new Set([...(screen.typeKey ? [screen.typeKey] : []), ...defined])]
  const [objects, statuses] = await Promise.all([
    loadObjectList({ manager, qualifier, attributes }, signal, showFirst && showFirstObjects),
    live.length > 0 && status
      ? loadObjectList({ manager, qualifier: status.qualifier, attributes: [...new Set(live)] }, signal)
      : undefined,
  ])
  return finishInSlices(joinLists(screen, objects, statuses), signal)

  function showFirstObjects(first: ObjectList): void {
    const rows = first.items.map((each) => buildRow(screen, each, new Map()))
    const shown = rows.filter((row) => belongs(screen, row))
    showFirst?.({ rows: shown, mayCreate: first.mayCreate, total: first.total ?? 0 })
  }
}

/** Loads one object with every attribute. Resolves to undefined if there is none with this name. */
export async function loadObjectRow(
  manager: string,
  screen: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<ObjectRow | undefined> {
  const { qualifier, status } = screen
  const [objects, statuses] = await Promise.all([
    displayObjects(manager, { qualifier, name, responseParameters: ['all'] }, signal),
    status ? displayObjects(manager, { qualifier: status.qualifier, name, responseParameters: ['all'] }, signal) : [],
  ])
  const statusOf = new Map(
    statuses.map(({ parameters = nothing }) => [String(parameters[status?.key ?? '']), parameters]),
  )
  const rows = objects.map(({ parameters = nothing }) => buildRow(screen, parameters, statusOf))
  return rows.find((row) => row.name === name && belongs(screen, row))
}

/** Loads one object and the user's authorities; without DSP, the row has no attributes. */
export async function loadRestrictedRow(
  manager: string,
  screen: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<ObjectRow | undefined> {
  const { rows } = await loadObjectRows(manager, screen, [], signal)
  const listed = rows.find((row) => row.name === name)
  if (!listed?.authorities) return listed
  const whole = listed.authorities.has('DSP') ? await loadObjectRow(manager, screen, name, signal) : undefined
  return { ...(whole ?? listed), authorities: listed.authorities }
}

/** Loads the attributes of a default object. Resolves to undefined if it was deleted or the user may not display it. */
export async function loadDefaultAttributes(
  manager: string,
  { qualifier }: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<ObjectAttributes | undefined> {
  const found = await displayObjects(manager, { qualifier, name, responseParameters: ['all'] }, signal).catch(() => [])
  return found[0]?.parameters
}

/** The rows of each pair of lists, and the row of each object with its status. */
const joined = new WeakMap<ObjectList, { screen: ObjectScreen; statuses: ObjectList | undefined; result: ObjectRows }>()
const rowOf = new WeakMap<ObjectAttributes, ObjectRow>()

const rowsPerStep = 1_000

function* joinLists(
  screen: ObjectScreen,
  objects: ObjectList,
  statuses: ObjectList | undefined,
): Generator<void, ObjectRows> {
  const before = joined.get(objects)
  if (before && before.screen === screen && before.statuses === statuses) return before.result

  const key = screen.status?.key ?? ''
  const statusOf = new Map((statuses?.items ?? []).map((status) => [String(status[key]), status]))
  const rows: ObjectRow[] = []
  for (const [index, attributes] of objects.items.entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) yield
    const known = rowOf.get(attributes)
    const status = statusOf.get(String(attributes[screen.key])) ?? nothing
    const row = known?.status === status ? known : buildRow(screen, attributes, statusOf)
    rowOf.set(attributes, row)
    if (belongs(screen, row)) rows.push(row)
  }
  const result = { rows, mayCreate: objects.mayCreate }
  joined.set(objects, { screen, statuses, result })
  return result
}

function buildRow(
  screen: ObjectScreen,
  attributes: ObjectAttributes,
  statuses: ReadonlyMap<string, ObjectAttributes>,
): ObjectRow {
  const name = String(attributes[screen.key])
  const type = screen.typeKey ? String(attributes[screen.typeKey] ?? '') : (screen.types[0]?.type ?? '')
  const row = { name, type, attributes, status: statuses.get(name) ?? nothing }
  const authorities = attributes[authoritiesAttribute]
  return authorities === undefined ? row : { ...row, authorities: new Set(String(authorities).split(' ')) }
}

function belongs({ includes }: ObjectScreen, row: ObjectRow): boolean {
  return includes === undefined || includes.includes(row.type)
}

/** A column with a bar needs MAXDEPTH as well. */
function keywordsOf({ keyword, readFill }: ObjectColumn): readonly string[] {
  if (keyword === undefined) return []
  return readFill ? [keyword, 'maxdepth'] : [keyword]
}
