/** Loads objects with DISPLAY: their attributes, and their status if a column shows it. */
import { type CommandResponse, displayObjects, type ObjectAttributes } from '../api/mqsc.ts'
import type { ObjectColumn, ObjectRow, ObjectScreen } from '../screens/object-screen.ts'

const nothing: ObjectAttributes = {}

/** Loads every object of a screen with the attributes of the columns. */
export async function loadObjectRows(
  manager: string,
  screen: ObjectScreen,
  columns: readonly ObjectColumn[],
  signal?: AbortSignal,
): Promise<readonly ObjectRow[]> {
  const defined = columns.filter((column) => !column.live).flatMap(keywordsOf)
  const live = columns.filter((column) => column.live).flatMap(keywordsOf)
  const [objects, statuses] = await Promise.all([
    displayObjects(
      manager,
      { ...command(screen, '*'), responseParameters: [...new Set([...typeKeyword(screen), ...defined])] },
      signal,
    ),
    live.length > 0 && screen.status ? loadStatuses(manager, screen.status, '*', live, signal) : [],
  ])

  const statusOf = new Map(statuses)
  return objects.map((response) => rowOf(screen, response, statusOf)).filter((row) => belongs(screen, row))
}

/** Loads one object with every attribute. Resolves to undefined if there is none with this name. */
export async function loadObjectRow(
  manager: string,
  screen: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<ObjectRow | undefined> {
  const [objects, statuses] = await Promise.all([
    displayObjects(manager, { ...command(screen, name), responseParameters: ['all'] }, signal),
    screen.status ? loadStatuses(manager, screen.status, name, ['all'], signal) : [],
  ])
  const rows = objects.map((response) => rowOf(screen, response, new Map(statuses)))
  return rows.find((row) => row.name === name && belongs(screen, row))
}

/**
 * Loads the attributes of a default object. Resolves to undefined if it was deleted or the user may not display
 * it.
 */
export async function loadDefaultAttributes(
  manager: string,
  { qualifier }: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<ObjectAttributes | undefined> {
  const found = await displayObjects(manager, { qualifier, name, responseParameters: ['all'] }, signal).catch(
    () => [],
  )
  return found[0]?.parameters
}

async function loadStatuses(
  manager: string,
  { qualifier, key }: NonNullable<ObjectScreen['status']>,
  name: string,
  responseParameters: readonly string[],
  signal?: AbortSignal,
): Promise<[string, ObjectAttributes][]> {
  const responses = await displayObjects(manager, { qualifier, name, responseParameters }, signal)
  return responses.map(({ parameters = nothing }) => [String(parameters[key]), parameters])
}

function command(screen: ObjectScreen, name: string) {
  const { qualifier, parameters } = screen
  return parameters ? { qualifier, name, parameters } : { qualifier, name }
}

function rowOf(
  screen: ObjectScreen,
  { parameters = nothing }: CommandResponse,
  statuses: ReadonlyMap<string, ObjectAttributes>,
): ObjectRow {
  const name = String(parameters[screen.key])
  const type = screen.typeKey ? String(parameters[screen.typeKey] ?? '') : (screen.types[0]?.type ?? '')
  return { name, type, attributes: parameters, status: statuses.get(name) ?? nothing }
}

function belongs({ includes }: ObjectScreen, row: ObjectRow): boolean {
  return includes === undefined || includes.includes(row.type)
}

function typeKeyword({ typeKey }: ObjectScreen): readonly string[] {
  return typeKey ? [typeKey] : []
}

/** A column with a bar needs MAXDEPTH as well. */
function keywordsOf({ keyword, readFill }: ObjectColumn): readonly string[] {
  if (keyword === undefined) return []
  return readFill ? [keyword, 'maxdepth'] : [keyword]
}
