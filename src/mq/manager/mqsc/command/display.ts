/** DISPLAY for every view: selects rows by name and condition, and the requested columns of each row. */
import { getOrCreate } from '../../../../shared/lib/collections/get-or-create.ts'
import type { AttributeType } from '../../objects/definitions/attribute-types.ts'
import type { AttributeDefinition } from '../../objects/definitions/object-definition.ts'
import type { AttributeValue, CommandResponse } from '../../types/connection.ts'
import { isGeneric } from '../language/generic-name.ts'
import type { ArgumentSpec, CommandGrammar } from '../language/grammar.ts'
import { CommandError, type MessageId, renderMessage } from '../language/messages.ts'
import type { CommandContext, CommandHandler, RevisionSource } from './command.ts'

export type DisplayValues = Readonly<Record<string, AttributeValue | undefined>>

export type DisplayColumnSpec = Pick<AttributeDefinition, 'keyword' | 'value'> & {
  readonly synonyms?: readonly string[]
  /** The columns that this keyword stands for, when it is the name of a group. */
  readonly group?: readonly string[]
  /** Whether the column is shown only when the command names it: IBM MQ does not have it, and strict clients reject it. */
  readonly isByNameOnly?: boolean
}

/** A column with how its value is read from what a row shows. */
export type ReadColumn<Source> = DisplayColumnSpec & { read(source: Source): AttributeValue | undefined }

/** Returns the value of an attribute, or undefined when the row does not have it. */
export type AttributeReader = (keyword: string) => AttributeValue | undefined

/** Two rows with the same version have the same values. */
export type RowVersion = NonNullable<CommandResponse['version']>

export interface DisplayRow {
  /** All values of the row; empty for a row with `read`. */
  readonly values: DisplayValues
  /** Reads one attribute without computing the others, for kinds with many objects. */
  readonly read?: AttributeReader
  readonly version?: RowVersion
  /** The handles of a queue or a connection, shown below it. */
  readonly objects?: readonly DisplayValues[] | undefined
}

/** Something that DISPLAY can show. A value that is undefined means that the row does not have the attribute. */
export interface DisplayView {
  readonly message: MessageId
  readonly name: 'required' | 'optional' | 'none'
  readonly nameValue?: AttributeType
  readonly arguments?: readonly ArgumentSpec[]
  /** The columns in the order in which they are printed. */
  readonly columns: readonly DisplayColumnSpec[]
  /** The columns that are shown whatever the command requests. */
  readonly alwaysShown: readonly string[]
  /** Returns the columns to show when the command requests none; all of them when this function is missing. */
  defaultColumns?(call: CommandContext): readonly string[] | 'all'
  /** Returns the rows that match the name, in the order of printing. Use `readRow` where there may be many. */
  rows(call: CommandContext): readonly DisplayRow[]
  /** Returns the error for a command that matches no row, where it is not the error about a name. */
  notFoundError?(call: CommandContext): CommandError
  /** Returns a text that changes before the rows can. Absent for rows that change with time, such as ages. */
  revision?(source: RevisionSource): string
}

/** Builds a column whose value `read` returns. */
export function column<Source>(
  keyword: string,
  value: AttributeType,
  read: ReadColumn<Source>['read'],
): ReadColumn<Source> {
  return { keyword, value, read }
}

/** Returns a row that computes its values on first access: thousands of rows cost little until rendered. */
export function readRow<Source>(columns: readonly ReadColumn<Source>[], source: Source): DisplayRow {
  return {
    get values() {
      return readColumns(columns, source)
    },
  }
}

/** Returns the values of a row, each read by its column. */
export function readColumns<Source>(columns: readonly ReadColumn<Source>[], source: Source): DisplayValues {
  return Object.fromEntries(columns.map(({ keyword, read }) => [keyword, read(source)]))
}

/** Returns the handler of DISPLAY for a view, or for a view chosen by the object keyword. */
export function buildDisplayHandler(choose: DisplayView | ((qualifier: string) => DisplayView)): CommandHandler {
  const viewOf = typeof choose === 'function' ? choose : () => choose
  return {
    grammar: (qualifier) => grammarOf(viewOf(qualifier)),
    revision: (qualifier, source) => viewOf(qualifier).revision?.(source),

    run(call) {
      const view = viewOf(call.qualifier)
      const all = view.rows(call)
      const rows = call.where ? all.flatMap((row) => met(call, row)) : all
      if (rows.length === 0) throw view.notFoundError?.(call) ?? new CommandError('AMQ8147E', call.name ?? '*')

      const wanted = wantedColumns(view, call)
      const isNamed = (keyword: string) => call.requested.has(keyword) || call.where?.keyword === keyword
      const columns = view.columns.filter(({ keyword, isByNameOnly }) =>
        isByNameOnly ? isNamed(keyword) : wanted === 'all' || wanted.has(keyword),
      )
      const messages = [renderMessage(view.message)]
      return rows.map((row) => respond(row, columns, messages))
    },
  }
}

const grammars = new WeakMap<DisplayView, CommandGrammar>()

function grammarOf(view: DisplayView): CommandGrammar {
  return getOrCreate(grammars, view, () => ({ ...view, arguments: view.arguments ?? [] }))
}

/** The default columns of most kinds: all columns for one name, the always shown columns for a generic name. */
export function allColumnsForOneName(call: CommandContext): 'all' | readonly string[] {
  return isGeneric(call.name ?? '*') ? [] : 'all'
}

/** Returns the row when it meets the condition. Of its handles only those that meet the condition remain. */
function met({ where }: CommandContext, row: DisplayRow): DisplayRow[] {
  if (!where) return [row]
  const meets = (value: AttributeValue | undefined) => value !== undefined && where.matches(value)
  if (meets(readerOf(row)(where.keyword))) return [row]
  const objects = row.objects?.filter((values) => meets(values[where.keyword])) ?? []
  return objects.length > 0 ? [{ ...row, objects }] : []
}

function wantedColumns(view: DisplayView, call: CommandContext): ReadonlySet<string> | 'all' {
  if (call.all) return 'all'
  const asked = call.requested.size > 0 ? [...call.requested] : (view.defaultColumns?.(call) ?? 'all')
  if (asked === 'all') return 'all'
  const groups = view.columns.filter(({ keyword }) => asked.includes(keyword)).flatMap(({ group = [] }) => group)
  return new Set([...view.alwaysShown, ...asked, ...groups, ...(call.where ? [call.where.keyword] : [])])
}

/** The attributes are read during rendering, which may happen in parts. */
function respond(row: DisplayRow, columns: readonly DisplayColumnSpec[], messages: readonly string[]): CommandResponse {
  const { objects, version } = row
  // Without object spreads: there may be 50,000 rows.
  const response: CommandResponse = {
    completionCode: 0,
    reasonCode: 0,
    messages,
    get attributes() {
      return pick(readerOf(row), columns)
    },
  }
  if (version) response.version = version
  if (objects) response.objects = objects.map((values) => pick((keyword) => values[keyword], columns))
  return response
}

function readerOf({ read, values }: DisplayRow): AttributeReader {
  return read ?? ((keyword) => values[keyword])
}

function pick(read: AttributeReader, columns: readonly DisplayColumnSpec[]): [string, AttributeValue][] {
  const picked: [string, AttributeValue][] = []
  for (const { keyword, value } of columns) {
    const held = read(keyword)
    if (held !== undefined) picked.push([keyword, value.secret && held !== '' ? '********' : held])
  }
  return picked
}
