/**
 * DISPLAY, for whatever has columns: picks the rows by name and condition, and of each the columns that are wanted.
 */
import type { Attribute } from '../objects/kind.ts'
import type { ValueType } from '../objects/values.ts'
import type { AttributeValue, CommandResponse } from '../types.ts'
import type { Call, Handler } from './command.ts'
import { isGeneric } from './generic-name.ts'
import type { Argument, Grammar } from './grammar.ts'
import { type MessageId, Refused, renderMessage } from './messages.ts'

export type Values = Readonly<Record<string, AttributeValue | undefined>>

export type Column = Pick<Attribute, 'keyword' | 'value'> & {
  readonly synonyms?: readonly string[]
  /** The columns that are meant by a keyword that is no column itself. */
  readonly group?: readonly string[]
}

export interface Row {
  readonly values: Values
  /** Handles below a queue or a connection. */
  readonly objects?: readonly Values[]
}

/** Something that can be displayed. A value that is undefined is an attribute that the row does not have. */
export interface View {
  readonly message: MessageId
  readonly name: 'required' | 'optional' | 'none'
  readonly nameValue?: ValueType
  readonly arguments?: readonly Argument[]
  /** In the order in which they are printed. */
  readonly columns: readonly Column[]
  /** The columns that are there whatever is asked for. */
  readonly head: readonly string[]
  /** What is printed when nothing is asked for: everything, unless it says otherwise. */
  usual?(call: Call): readonly string[] | 'all'
  /** The rows that match the name, in the order in which they are printed. Where they may be many, `lazyRow` makes them. */
  rows(call: Call): readonly Row[]
  /** The refusal when no row is left. */
  missing(call: Call): Refused
}

/** A row whose values are put together when somebody looks at them: thousands of rows are cheap until they are rendered. */
export function lazyRow(values: () => Values): Row {
  return {
    get values() {
      return values()
    },
  }
}

/** A handler of the verb DISPLAY. */
export function display(choose: View | ((qualifier: string) => View)): Handler {
  const viewOf = typeof choose === 'function' ? choose : () => choose
  return {
    grammar: (qualifier) => grammarOf(viewOf(qualifier)),

    run(call) {
      const view = viewOf(call.qualifier)
      const rows = view.rows(call).flatMap((row) => met(call, row))
      if (rows.length === 0) throw view.missing(call)

      const wanted = wantedColumns(view, call)
      const columns = view.columns.filter(({ keyword }) => wanted === 'all' || wanted.has(keyword))
      const messages = [renderMessage(view.message)]
      return rows.map((row) => respond(row, columns, messages))
    },
  }
}

const grammars = new WeakMap<View, Grammar>()

function grammarOf(view: View): Grammar {
  const known = grammars.get(view)
  if (known) return known
  const grammar = { ...view, arguments: view.arguments ?? [] }
  grammars.set(view, grammar)
  return grammar
}

/** All attributes for one name, the head alone for many: what queues and most other objects do. */
export function allForOne(call: Call): 'all' | readonly string[] {
  return isGeneric(call.name ?? '*') ? [] : 'all'
}

export function objectNotFound(call: Call): Refused {
  return new Refused('AMQ8147E', call.name ?? '*')
}

/** The row when it meets the condition; of its handles, those that do. */
function met({ where }: Call, row: Row): Row[] {
  if (!where) return [row]
  const meets = (values: Values) => {
    const value = values[where.keyword]
    return value !== undefined && where.matches(value)
  }
  if (meets(row.values)) return [row]
  const objects = row.objects?.filter(meets) ?? []
  return objects.length > 0 ? [{ ...row, objects }] : []
}

function wantedColumns(view: View, call: Call): ReadonlySet<string> | 'all' {
  if (call.all) return 'all'
  const asked = call.requested.size > 0 ? [...call.requested] : (view.usual?.(call) ?? 'all')
  if (asked === 'all') return 'all'
  const groups = view.columns
    .filter(({ keyword }) => asked.includes(keyword))
    .flatMap(({ group = [] }) => group)
  return new Set([...view.head, ...asked, ...groups, ...(call.where ? [call.where.keyword] : [])])
}

/** The attributes are picked when they are rendered, which may be a stretch at a time. */
function respond(row: Row, columns: readonly Column[], messages: readonly string[]): CommandResponse {
  const { objects } = row
  return {
    ...{ completionCode: 0, reasonCode: 0, messages },
    get attributes() {
      return pick(row.values, columns)
    },
    ...(objects && { objects: objects.map((values) => pick(values, columns)) }),
  }
}

function pick(from: Values, columns: readonly Column[]): [string, AttributeValue][] {
  const picked: [string, AttributeValue][] = []
  for (const { keyword, value } of columns) {
    const held = from[keyword]
    if (held !== undefined) picked.push([keyword, value.secret && held !== '' ? '********' : held])
  }
  return picked
}
