/** Describes a kind of object for the console: the columns of its list, the types to create, and the actions. */
import type { StateWords } from '../../../../../shared/ui/shell/state-tag.tsx'
import type { AttributeValue, ObjectAttributes } from '../../kit/api/mqsc.ts'
import type { ManagerSection } from '../../kit/routing/page-route.ts'

/** One object in a list. */
export interface ObjectRow {
  name: string
  /** The object type, such as `QLOCAL` or `SVRCONN`; empty for kinds without types. */
  type: string
  attributes: ObjectAttributes
  /** The attributes of the object status; empty if the object has no status or it was not loaded. */
  status: ObjectAttributes
  /** The authorities of the user on the object; absent for a user with every authority. */
  authorities?: ReadonlySet<string>
}

export interface ObjectColumn {
  id: string
  title: string
  /** The MQSC keyword to display, in lower case. */
  keyword?: string
  /** Whether the keyword belongs to the status of the object. */
  live?: boolean
  /** Hidden until the user chooses the column. */
  optional?: boolean
  numeric?: boolean
  /** Whether the values are words in the language of the page. */
  hasWords?: boolean
  /** Shows a number without separators, as for a port. */
  ungrouped?: boolean
  /** Returns the value to show and to sort by; the attribute of the keyword if absent. */
  readValue?(row: ObjectRow): string | number
  /** Returns the colour of a state, which is shown as a tag. */
  findColour?(row: ObjectRow): StateWords[string][1]
  /** Returns the current and the maximum value for a bar, or undefined for no bar. */
  readFill?(row: ObjectRow): readonly [number, number] | undefined
}

export interface ObjectType {
  type: string
  title: string
  /** The purpose of the type in one sentence. */
  summary: string
  /** The object keyword for DEFINE, ALTER and DELETE. */
  qualifier: string
  /** Parameters that DEFINE and ALTER always need, such as `chltype`. */
  parameters?: Readonly<Record<string, AttributeValue>>
  /** Parameters that DELETE always needs. */
  deleteParameters?: ObjectAttributes
  /** The attributes that the form shows at first. */
  basics: readonly string[]
  /** The attributes that DEFINE requires. */
  required?: readonly string[]
}

/** One way to carry out an action, with the MQSC parameters that select it. */
export type ActionWay = { id: string; text: string; parameters: ObjectAttributes }

/** A number that the user enters for an action. */
export interface ActionNumber {
  /** The MQSC parameter in lower case. */
  keyword: string
  label: string
  help: string
  initial: number
  least: number
  most: number
}

export interface ObjectAction {
  id: string
  title: string
  /** Whether the action needs a confirmation. */
  danger?: boolean
  /** The ways among which the user chooses; the first one is the default. */
  ways?: readonly ActionWay[]
  number?: ActionNumber
  /** What the action does, in one sentence. */
  explanation?: string
  /** Returns why the action cannot run in the state of the object; false when it can, or when the state is not loaded. */
  findObstacle?(row: ObjectRow): string | false
  applies(row: ObjectRow): boolean
  /** The authority that the action needs. */
  authority: 'CLR' | 'CTRL'
  done: string
  command(row: ObjectRow): { command: string; qualifier: string; parameters?: ObjectAttributes }
}

export interface ObjectScreen {
  section: ManagerSection
  /** The names of the kind within a sentence: `queues`, `queue`. */
  plural: string
  singular: string
  /** The kind in the definition tables of the server. */
  kind: string
  /** The object keyword for DISPLAY, and the response attributes that contain the name and the type. */
  qualifier: string
  key: string
  typeKey?: string
  /** The object types that belong to this list; all if absent. */
  includes?: readonly string[]
  /** The DISPLAY command for the status of the objects. */
  status?: { qualifier: string; key: string }
  types: readonly ObjectType[]
  columns: readonly ObjectColumn[]
  actions: readonly ObjectAction[]
  /** The OBJTYPE of authority records; absent for kinds without authority records. */
  authority?: string | undefined
  /** Whether a message can be put on the object. */
  accepts?(row: ObjectRow): boolean
  /** Returns the tabs of the page of an object, in order. */
  tabs(row: ObjectRow): readonly ObjectTab[]
}

export type ObjectTab = 'channel' | 'messages' | 'properties' | 'statistics' | 'publish' | 'authority'

/** Adds the indefinite article: `a queue`, `an app channel`. */
export function addArticle(one: string): string {
  return /^[aeio]/.test(one) ? `an ${one}` : `a ${one}`
}

/** Returns whether the queue manager created the object itself. */
export function isSystemObject(name: string): boolean {
  return name.startsWith('SYSTEM.') || name.startsWith('AMQ.')
}

/** Returns whether the queue manager needs the object, so that it must not be deleted. */
export function isProtectedObject(name: string): boolean {
  return name.startsWith('SYSTEM.')
}

export function findObjectType(screen: ObjectScreen, type: string): ObjectType | undefined {
  return screen.types.find((each) => each.type === type)
}

/** Returns the value of a column for a row. */
export function readCellValue(column: ObjectColumn, row: ObjectRow): string | number {
  if (column.readValue) return column.readValue(row)
  const value = column.keyword === undefined ? '' : (column.live ? row.status : row.attributes)[column.keyword]
  return typeof value === 'object' ? value.join(', ') : (value ?? '')
}
