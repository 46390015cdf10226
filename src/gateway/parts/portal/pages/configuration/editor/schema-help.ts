/** Completion and hover texts of the editor, from the schema of the document and the documents that exist. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import { type EditorView, hoverTooltip } from '@codemirror/view'
import type { JsonSchema } from '../../../../../../shared/lib/json-schema/json-schema.ts'
import { findCursorPlace, findNamedMember } from './cursor-place.ts'
import { describeSchemas, findSchemas, listMembers, listValues } from './schema-at.ts'

export interface SchemaHelp {
  schema: JsonSchema
  /** Returns the names of documents that a value can be; the path has `-` for items of lists. */
  findNames(path: readonly string[]): readonly string[]
}

/** Returns the extensions that complete members and values, and explain a member under the pointer. */
export function buildSchemaHelp(help: SchemaHelp) {
  return [
    autocompletion({ override: [(context) => complete(context, help)], icons: false }),
    hoverTooltip((view, offset) => {
      const steps = findNamedMember(view.state, offset)
      const lines = steps ? describeSchemas(findSchemas(help.schema, steps)) : []
      if (lines.length === 0) return null
      return { pos: offset, above: true, create: () => ({ dom: renderLines(lines) }) }
    }),
  ]
}

function renderLines(lines: readonly string[]): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-explanation'
  for (const line of lines) dom.append(Object.assign(document.createElement('p'), { textContent: line }))
  return dom
}

function complete(context: CompletionContext, { schema, findNames }: SchemaHelp): CompletionResult | null {
  const { state, pos, explicit } = context
  const word = context.matchBefore(/[^\s:,{}[\]"'#]*/)
  const place = findCursorPlace(state, pos)
  if (!place || !word || (word.from === word.to && !explicit)) return null
  const { steps, members, isFlow } = place
  const schemas = findSchemas(schema, steps, members)
  const values = [...findNames(steps.map(({ name }) => name)), ...listValues(schemas)]
  const column = word.from - state.doc.lineAt(word.from).from
  const named = members
    ? [...listMembers(schemas)]
        .filter(([name]) => !members.has(name))
        .map((each) => completeMember(each, schema, isFlow ? -1 : column))
    : []
  // A value on the line of its member, or an item of a list.
  const offered =
    members && steps.at(-1)?.name !== '-' ? [] : values.map((label): Completion => ({ label: quote(label) }))
  const options = [...named, ...offered]
  return options.length === 0 ? null : { from: word.from, options, validFor: /^[^\s:,{}[\]"'#]*$/ }
}

/** Texts that YAML reads as another type or as a mark need quotes. */
function quote(text: string): string {
  return /^[A-Za-z0-9/][\w./:@-]*$/.test(text) && !text.endsWith(':') ? text : JSON.stringify(text)
}

function completeMember([name, given]: readonly [string, JsonSchema], root: JsonSchema, column: number): Completion {
  const schemas = findSchemas({ ...given, definitions: root.definitions ?? {} }, [])
  const [description] = schemas.flatMap(({ description: each }) => (each === undefined ? [] : [each]))
  const isMap = schemas.some(({ type }) => type === 'object') && !schemas.some(({ type }) => type === 'string')
  const inner = isMap && column >= 0 ? `\n${' '.repeat(column + 2)}` : ' '
  return {
    label: name,
    type: 'property',
    boost: schemas.some(({ deprecated }) => deprecated) ? -1 : 0,
    ...(description !== undefined && { info: description }),
    apply(view: EditorView, _completion, from, to) {
      const insert = `${quote(name)}:${inner}`
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.complete',
      })
      if (isMap || listValues(schemas).length > 0) startCompletion(view)
    },
  }
}
