/** Attributes of MQ objects as rows: the name in JSON, the MQSC keyword, the codec, and the object types. */
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import type { AttributeValue, ObjectDefinition } from '../../../manager/index.ts'
import type { RestDialect } from '../../context/rest-dialect.ts'
import type { AttributeSelector } from './attribute-selector.ts'
import { type AttributeCodec, deriveCodec } from './codec.ts'

/** The attributes of one object from the response of a DISPLAY command, by MQSC keyword. */
export type DisplayedAttributes = ReadonlyMap<string, AttributeValue>

export interface AttributeRow {
  /** The name in JSON, with dots between nested objects: `general.description`. */
  name: string
  /** The name split at its dots. */
  path: readonly string[]
  /** The object types that have the attribute; undefined when all types have it. */
  types: readonly string[] | undefined
  /** Returns the JSON value, or undefined when this object does not have the attribute. */
  render(displayed: DisplayedAttributes, dialect: RestDialect): unknown
  /** The JSON Schema of the value in a request; undefined for a value that is computed. */
  schema?: object | undefined
  /** The MQSC keyword and the codec with which requests set the attribute; undefined for a read-only attribute. */
  set?: { keyword: string; codec: AttributeCodec }
}

/** Builds the rows of the attributes with a JSON name. `typeNames` has the JSON names of the object types. */
export function deriveRows(
  { attributes }: ObjectDefinition,
  typeNames: Readonly<Record<string, string>>,
): readonly AttributeRow[] {
  const rows = new Map<string, AttributeRow>()
  for (const attribute of attributes) {
    const { json, keyword, access } = attribute
    if (json === undefined) continue
    const own = attribute.types?.flatMap((type) => typeNames[type] ?? [])
    const types = own && [...(rows.get(json)?.types ?? []), ...own]
    rows.set(json, (access === 'show' ? readOnlyRow : settableRow)(json, keyword, deriveCodec(attribute), types))
  }
  return [...rows.values()]
}

/** Builds the row of an attribute that corresponds to one MQSC keyword and that requests can set. */
export function settableRow(
  name: string,
  keyword: string,
  codec: AttributeCodec,
  types?: readonly string[],
): AttributeRow {
  return { ...readOnlyRow(name, keyword, codec, types), set: { keyword, codec } }
}

/** Builds the row of a read-only attribute that corresponds to one MQSC keyword. */
export function readOnlyRow(
  name: string,
  keyword: string,
  codec: Pick<AttributeCodec, 'render'> & { schema?: object },
  types?: readonly string[],
): AttributeRow {
  return {
    name,
    path: name.split('.'),
    types,
    schema: codec.schema,
    render(displayed) {
      const value = displayed.get(keyword)
      return value === undefined ? undefined : codec.render(value)
    },
  }
}

/** Builds the row of a read-only attribute that `render` computes from other attributes. */
export function computedRow(name: string, render: AttributeRow['render'], types?: readonly string[]): AttributeRow {
  return { name, path: name.split('.'), types, render }
}

/** Builds the row of a timestamp that MQSC splits into a date and a time, both in UTC: `2024-05-11`, `08.15.30`. */
export function timestampRow(name: string, date: string, time: string, types?: readonly string[]): AttributeRow {
  return computedRow(name, (displayed, dialect) => renderDisplayedTimestamp(displayed, date, time, dialect), types)
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

/** Returns a function that selects the rows of an object type that `wanted` accepts, and caches the selection. */
export function selectRowsByType(
  rows: readonly AttributeRow[],
  wanted: AttributeSelector,
): (type: string) => readonly AttributeRow[] {
  const known = new Map<string, readonly AttributeRow[]>()
  return (type) => {
    return getOrCreate(known, type, () =>
      rows.filter((each) => wanted(each.name) && (each.types?.includes(type) ?? true)),
    )
  }
}

/** Renders the attributes of an object that `rows` select as nested JSON. */
export function renderSelectedRows(
  rows: readonly AttributeRow[],
  displayed: DisplayedAttributes,
  dialect: RestDialect,
): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const row of rows) setAtPath(root, row.path, row.render(displayed, dialect))
  return root
}

/** Renders the attributes that `wanted` accepts as nested JSON. `type` is the object type as the rows name it. */
export function renderAttributes(
  rows: readonly AttributeRow[],
  displayed: DisplayedAttributes,
  type: string,
  wanted: AttributeSelector,
  dialect: RestDialect,
): Record<string, unknown> {
  return renderSelectedRows(selectRowsByType(rows, wanted)(type), displayed, dialect)
}

export function listRowNames(rows: readonly AttributeRow[]): string[] {
  return rows.map(({ name }) => name)
}

/** Returns the value at a dotted name in nested objects, or undefined when there is none. */
export function getAtPath(value: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value)
}

/** Sets the value at a path in nested objects, which it creates. Does nothing for an undefined value. */
function setAtPath(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (value === undefined) return
  let at = root
  for (const part of path.slice(0, -1)) {
    at[part] ??= {}
    at = at[part] as Record<string, unknown>
  }
  at[path.at(-1) as string] = value
}

/** Returns an object in which the dots of each name separate nested objects. Undefined values are left out. */
export function nestDottedPaths(values: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of values) setAtPath(root, name.split('.'), value)
  return root
}
