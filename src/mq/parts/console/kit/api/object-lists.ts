/** Loads lists of objects: all rows first, later what changed. Rows that did not change keep their identity. */
import type { ObjectRows } from '../../contract/objects.ts'
import { request } from './client.ts'
import type { AttributeValue, ObjectAttributes } from './mqsc.ts'
import { finishInSlices } from './run-in-slices.ts'

/** The rows of a list by their keys, and what the caller may do with the list. */
export interface ObjectList {
  items: readonly ObjectAttributes[]
  /** Whether the user may create objects of this kind. */
  mayCreate: boolean
  /** The number of all objects, while only the first ones are loaded. */
  total?: number
}

export type ObjectListQuery = { manager: string; qualifier: string; attributes: readonly string[] }

type Value = AttributeValue | null

type KnownList = { revision: string; rows: Map<string, ObjectAttributes>; list: ObjectList }

/** The lists of the last pages. Older ones are loaded again when they are shown again. */
const known = new Map<string, KnownList>()
const maxKnown = 12

/** The number of rows that are loaded first: more than fit on a screen. */
const firstRows = 200

/** `showFirst` gets the first rows of a long list, before the promise resolves with all of them. */
export async function loadObjectList(
  query: ObjectListQuery,
  signal?: AbortSignal,
  showFirst?: (list: ObjectList) => void,
): Promise<ObjectList> {
  const { manager, qualifier } = query
  const attributes = query.attributes.join()
  const key = JSON.stringify([manager, qualifier, attributes])
  const before = known.get(key)
  const load = (more: { since?: string | undefined; first?: number }) =>
    request(
      'GET /qmgr/:qmgr/objects/:qualifier',
      { qmgr: manager, qualifier },
      { query: { attributes, ...more }, signal },
    )

  let response = await load(before || !showFirst ? { since: before?.revision } : { first: firstRows })
  if (response.total !== undefined) {
    const { list } = await finishInSlices(applyChanges(response, undefined), signal)
    showFirst?.({ ...list, total: response.total })
    response = await load({})
  }
  const after = await finishInSlices(applyChanges(response, before), signal)
  known.delete(key)
  known.set(key, after)
  const [oldest] = known.keys()
  if (known.size > maxKnown && oldest !== undefined) known.delete(oldest)
  return after.list
}

/** The number of rows that one step builds. */
const rowsPerStep = 1_000

/** Returns the list after a response, in steps. Pure but for the rows of `before`, which it takes over. */
function* applyChanges(response: ObjectRows, before: KnownList | undefined): Generator<void, KnownList> {
  const { complete, mayCreate, attributes, revision } = response
  const rows = complete || !before ? new Map<string, ObjectAttributes>() : before.rows
  for (const [index, row] of response.rows.entries()) {
    rows.set(buildKey(row, attributes.length), buildAttributes(row, attributes))
    if (index % rowsPerStep === rowsPerStep - 1) yield
  }
  for (const deleted of response.deleted) rows.delete(typeof deleted === 'string' ? deleted : JSON.stringify(deleted))

  const isSame = !complete && before && response.rows.length === 0 && response.deleted.length === 0
  const list = isSame && before.list.mayCreate === mayCreate ? before.list : { items: [...rows.values()], mayCreate }
  return { revision, rows, list }
}

function buildKey(row: readonly Value[], length: number): string {
  return row.length === length ? String(row[0]) : JSON.stringify([row[0], row[length]])
}

function buildAttributes(row: readonly Value[], attributes: readonly string[]): ObjectAttributes {
  const built: Record<string, AttributeValue> = {}
  for (const [index, attribute] of attributes.entries()) {
    const value = row[index]
    if (value !== null && value !== undefined) built[attribute] = value
  }
  return built
}
