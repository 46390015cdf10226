/**
 * Attributes of an object as rows of a table: the name in JSON, the keyword of MQSC, the codec between them, and the
 * types of the object that have it.
 */
import type { AttributeValue } from '../../../qm/index.ts'
import type { RestDialect } from '../../context/rest-dialect.ts'
import type { AttributeSelector } from './attribute-selector.ts'
import type { AttributeCodec } from './codec.ts'
import { setAtPath } from './dotted-path.ts'

/** The attributes of one displayed object under their MQSC keywords. */
export type DisplayedAttributes = ReadonlyMap<string, AttributeValue>

export interface AttributeRow {
  /** With dots between the objects: `general.description`. */
  name: string
  /** The same, split. */
  path: readonly string[]
  /** The types that have it; undefined for all. */
  types: readonly string[] | undefined
  /** The JSON value; undefined when this object has none. */
  render(displayed: DisplayedAttributes, dialect: RestDialect): unknown
  /** Keyword and codec of an attribute that can be set. */
  set?: { keyword: string; codec: AttributeCodec }
}

/** An attribute that stands for one keyword and can be set. */
export function settableRow(
  name: string,
  keyword: string,
  codec: AttributeCodec,
  types?: readonly string[],
): AttributeRow {
  return { ...readOnlyRow(name, keyword, codec, types), set: { keyword, codec } }
}

/** An attribute that stands for one keyword and is only shown. */
export function readOnlyRow(
  name: string,
  keyword: string,
  codec: Pick<AttributeCodec, 'render'>,
  types?: readonly string[],
): AttributeRow {
  return {
    name,
    path: name.split('.'),
    types,
    render(displayed) {
      const value = displayed.get(keyword)
      return value === undefined ? undefined : codec.render(value)
    },
  }
}

/** An attribute that is worked out. */
export function computedRow(
  name: string,
  render: AttributeRow['render'],
  types?: readonly string[],
): AttributeRow {
  return { name, path: name.split('.'), types, render }
}

/** A moment that MQSC splits into a date and a time, both in UTC: `2024-05-11`, `08.15.30`. */
export function timestampRow(
  name: string,
  date: string,
  time: string,
  types?: readonly string[],
): AttributeRow {
  return computedRow(
    name,
    (displayed, dialect) => renderDisplayedTimestamp(displayed, date, time, dialect),
    types,
  )
}

export function renderDisplayedTimestamp(
  displayed: DisplayedAttributes,
  date: string,
  time: string,
  dialect: RestDialect,
): string | undefined {
  const day = displayed.get(date)
  const at = displayed.get(time)
  if (!day || typeof at !== 'string') return undefined
  const milliseconds = Date.parse(`${day}T${at.replaceAll('.', ':')}Z`)
  return Number.isNaN(milliseconds) ? undefined : dialect.renderTimestamp(milliseconds)
}

/** The rows that are wanted of objects of a type, picked once for each type. */
export function selectRowsByType(
  rows: readonly AttributeRow[],
  wanted: AttributeSelector,
): (type: string) => readonly AttributeRow[] {
  const known = new Map<string, readonly AttributeRow[]>()
  return (type) => {
    const before = known.get(type)
    if (before) return before
    const chosen = rows.filter((each) => wanted(each.name) && (each.types?.includes(type) ?? true))
    known.set(type, chosen)
    return chosen
  }
}

/** The attributes that rows say of an object, as nested JSON. */
export function renderSelectedRows(
  rows: readonly AttributeRow[],
  displayed: DisplayedAttributes,
  dialect: RestDialect,
): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const row of rows) setAtPath(root, row.path, row.render(displayed, dialect))
  return root
}

/** The attributes of one object that are wanted. `type` is what the rows call the object's type. */
export function renderAttributes(
  rows: readonly AttributeRow[],
  displayed: DisplayedAttributes,
  type: string,
  wanted: AttributeSelector,
  dialect: RestDialect,
): Record<string, unknown> {
  return renderSelectedRows(selectRowsByType(rows, wanted)(type), displayed, dialect)
}
