/**
 * What the console knows about a kind of object: which columns its list has, which types can be made, and what can be
 * done. One file of this folder per kind; the pages work on any of them.
 */
import type { ObjectAttributes } from '../api/mqsc.ts'
import type { ManagerSection } from '../routing/page-route.ts'

/** One object of a list. */
export interface ObjectRow {
  name: string
  /** `QLOCAL`, `SVRCONN`, …; empty for kinds that have no types. */
  type: string
  attributes: ObjectAttributes
  /** What is live of it; empty while nothing is, or when it was not asked for. */
  status: ObjectAttributes
}

export interface ObjectColumn {
  id: string
  title: string
  /** The MQSC keyword that is displayed for it, in lower case. */
  keyword?: string
  /** Whether the keyword belongs to the status of the object. */
  live?: boolean
  /** Left out of the list until someone chooses it. */
  optional?: boolean
  numeric?: boolean
  /** What is shown and sorted by; the attribute of the keyword when left out. */
  readValue?(row: ObjectRow): string | number
  /** Drawn as a bar: this many of that many. */
  readFill?(row: ObjectRow): readonly [number, number] | undefined
}

export interface ObjectType {
  type: string
  title: string
  /** One sentence about what it is good for. */
  summary: string
  /** What DEFINE, ALTER and DELETE call it. */
  qualifier: string
  /** Parameters that DEFINE and ALTER need besides the attributes: `chltype`. */
  parameters?: ObjectAttributes
  /** Parameters that DELETE needs. */
  deleteParameters?: ObjectAttributes
  /** The attributes that a form shows at once; the others follow when they are asked for. */
  basics: readonly string[]
  /** Those without which it cannot be made. */
  required?: readonly string[]
}

export interface ObjectAction {
  id: string
  title: string
  /** Asked before it is done, when there is something to lose. */
  danger?: boolean
  applies(row: ObjectRow): boolean
  done: string
  command(row: ObjectRow): { command: string; qualifier: string; parameters?: ObjectAttributes }
}

export interface ObjectScreen {
  section: ManagerSection
  /** `queues`, `queue`: in the middle of a sentence. */
  plural: string
  singular: string
  /** The kind in the tables of attributes that the server hands out. */
  kind: string
  /** What DISPLAY calls it, and the keyword of its name and its type in the answer. */
  qualifier: string
  key: string
  typeKey?: string
  parameters?: ObjectAttributes
  /** Types of the answer that belong to this list; all of them when left out. */
  includes?: readonly string[]
  /** DISPLAY of what is live. */
  status?: { qualifier: string; key: string }
  types: readonly ObjectType[]
  columns: readonly ObjectColumn[]
  actions: readonly ObjectAction[]
  /** Its OBJTYPE in authority records; none when authority is not given on such objects. */
  authority?: string
  /** The tabs of the page of one object, in their order. */
  tabs(row: ObjectRow): readonly ObjectTab[]
}

export type ObjectTab = 'messages' | 'properties' | 'statistics' | 'publish' | 'authority'

/** `a queue`, `an app channel`. */
export function addArticle(one: string): string {
  return /^[aeio]/.test(one) ? `an ${one}` : `a ${one}`
}

/** Objects that the queue manager made for itself. */
export function isSystemObject(name: string): boolean {
  return name.startsWith('SYSTEM.') || name.startsWith('AMQ.')
}

/** Objects that the queue manager cannot do without. */
export function isProtectedObject(name: string): boolean {
  return name.startsWith('SYSTEM.')
}

export function findObjectType(screen: ObjectScreen, type: string): ObjectType | undefined {
  return screen.types.find((each) => each.type === type)
}

/** The value of a column for a row. */
export function readCellValue(column: ObjectColumn, row: ObjectRow): string | number {
  if (column.readValue) return column.readValue(row)
  const value =
    column.keyword === undefined ? '' : (column.live ? row.status : row.attributes)[column.keyword]
  return typeof value === 'object' ? value.join(', ') : (value ?? '')
}
