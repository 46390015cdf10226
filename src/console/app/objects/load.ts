/** The objects of a list, from DISPLAY: what is defined, and beside it what is live where a column shows it. */
import { type Attributes, display, type Response } from '../api/mqsc.ts'
import type { Column, ObjectScreen, Row } from './screen.ts'

const nothing: Attributes = {}

/** Every object of the screen with the attributes that the columns show. */
export async function loadRows(
  manager: string,
  screen: ObjectScreen,
  columns: readonly Column[],
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const defined = columns.filter((column) => !column.live).flatMap(keywordsOf)
  const live = columns.filter((column) => column.live).flatMap(keywordsOf)
  const [objects, statuses] = await Promise.all([
    display(
      manager,
      { ...command(screen, '*'), responseParameters: [...new Set([...typeKeyword(screen), ...defined])] },
      signal,
    ),
    live.length > 0 && screen.status ? loadStatuses(manager, screen.status, '*', live, signal) : [],
  ])

  const statusOf = new Map(statuses)
  return objects.map((response) => rowOf(screen, response, statusOf)).filter((row) => belongs(screen, row))
}

/** One object with every attribute; undefined when there is none of the name. */
export async function loadRow(
  manager: string,
  screen: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<Row | undefined> {
  const [objects, statuses] = await Promise.all([
    display(manager, { ...command(screen, name), responseParameters: ['all'] }, signal),
    screen.status ? loadStatuses(manager, screen.status, name, ['all'], signal) : [],
  ])
  const rows = objects.map((response) => rowOf(screen, response, new Map(statuses)))
  return rows.find((row) => row.name === name && belongs(screen, row))
}

/** The attributes that a default object lends to new ones; undefined when it was deleted or may not be seen. */
export async function loadDefaults(
  manager: string,
  { qualifier }: ObjectScreen,
  name: string,
  signal?: AbortSignal,
): Promise<Attributes | undefined> {
  const found = await display(manager, { qualifier, name, responseParameters: ['all'] }, signal).catch(
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
): Promise<[string, Attributes][]> {
  const responses = await display(manager, { qualifier, name, responseParameters }, signal)
  return responses.map(({ parameters = nothing }) => [String(parameters[key]), parameters])
}

function command(screen: ObjectScreen, name: string) {
  const { qualifier, parameters } = screen
  return parameters ? { qualifier, name, parameters } : { qualifier, name }
}

function rowOf(
  screen: ObjectScreen,
  { parameters = nothing }: Response,
  statuses: ReadonlyMap<string, Attributes>,
): Row {
  const name = String(parameters[screen.key])
  const type = screen.typeKey ? String(parameters[screen.typeKey] ?? '') : (screen.types[0]?.type ?? '')
  return { name, type, attributes: parameters, status: statuses.get(name) ?? nothing }
}

function belongs({ includes }: ObjectScreen, row: Row): boolean {
  return includes === undefined || includes.includes(row.type)
}

function typeKeyword({ typeKey }: ObjectScreen): readonly string[] {
  return typeKey ? [typeKey] : []
}

/** A bar needs both of its numbers. */
function keywordsOf({ keyword, bar }: Column): readonly string[] {
  if (keyword === undefined) return []
  return bar ? [keyword, 'maxdepth'] : [keyword]
}
