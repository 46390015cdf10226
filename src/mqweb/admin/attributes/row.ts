/**
 * Attributes of an object as rows of a table: the name in JSON, the keyword of MQSC, the codec between them, and the
 * types of the object that have it.
 */
import type { AttributeValue } from '../../../qm/index.ts'
import type { Dialect } from '../../call/dialect.ts'
import type { Codec } from './codec.ts'
import { put } from './dotted-path.ts'
import type { Wanted } from './select.ts'

/** The attributes of one displayed object under their MQSC keywords. */
export type Displayed = ReadonlyMap<string, AttributeValue>

export interface Row {
  /** With dots between the objects: `general.description`. */
  name: string
  /** The same, split. */
  path: readonly string[]
  /** The types that have it; undefined for all. */
  types: readonly string[] | undefined
  /** The JSON value; undefined when this object has none. */
  render(displayed: Displayed, dialect: Dialect): unknown
  /** Keyword and codec of an attribute that can be set. */
  set?: { keyword: string; codec: Codec }
}

/** An attribute that stands for one keyword and can be set. */
export function row(name: string, keyword: string, codec: Codec, types?: readonly string[]): Row {
  return { ...shown(name, keyword, codec, types), set: { keyword, codec } }
}

/** An attribute that stands for one keyword and is only shown. */
export function shown(
  name: string,
  keyword: string,
  codec: Pick<Codec, 'render'>,
  types?: readonly string[],
): Row {
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
export function derived(name: string, render: Row['render'], types?: readonly string[]): Row {
  return { name, path: name.split('.'), types, render }
}

/** A moment that MQSC splits into a date and a time, both in UTC: `2024-05-11`, `08.15.30`. */
export function moment(name: string, date: string, time: string, types?: readonly string[]): Row {
  return derived(name, (displayed, dialect) => momentOf(displayed, date, time, dialect), types)
}

export function momentOf(
  displayed: Displayed,
  date: string,
  time: string,
  dialect: Dialect,
): string | undefined {
  const day = displayed.get(date)
  const at = displayed.get(time)
  if (!day || typeof at !== 'string') return undefined
  const milliseconds = Date.parse(`${day}T${at.replaceAll('.', ':')}Z`)
  return Number.isNaN(milliseconds) ? undefined : dialect.timestamp(milliseconds)
}

/** The rows that are wanted of objects of a type, picked once for each type. */
export function picked(rows: readonly Row[], wanted: Wanted): (type: string) => readonly Row[] {
  const known = new Map<string, readonly Row[]>()
  return (type) => {
    const before = known.get(type)
    if (before) return before
    const chosen = rows.filter((each) => wanted(each.name) && (each.types?.includes(type) ?? true))
    known.set(type, chosen)
    return chosen
  }
}

/** The attributes that rows say of an object, as nested JSON. */
export function renderPicked(
  rows: readonly Row[],
  displayed: Displayed,
  dialect: Dialect,
): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const row of rows) put(root, row.path, row.render(displayed, dialect))
  return root
}

/** The attributes of one object that are wanted. `type` is what the rows call the object's type. */
export function renderRows(
  rows: readonly Row[],
  displayed: Displayed,
  type: string,
  wanted: Wanted,
  dialect: Dialect,
): Record<string, unknown> {
  return renderPicked(picked(rows, wanted)(type), displayed, dialect)
}
