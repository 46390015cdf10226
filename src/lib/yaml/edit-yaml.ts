/**
 * Edits a YAML document as a form does: one value at a time, with comments, order and layout kept.
 *
 * Each edit changes the text only where the value stands. The result is parsed and compared with the wanted value;
 * where the text has a shape that cannot be changed in place, the edit rewrites the document from its tree, which
 * keeps comments and order but not every blank.
 */
import { applyEditToValue } from './edit-value.ts'
import { rewriteYamlTree } from './rewrite-yaml-tree.ts'
import { spliceYamlEdit } from './splice-yaml-edit.ts'
import { parseYamlTree, type YamlPath } from './yaml-text.ts'

/** One change of a document. Paths lead through maps and lists, such as `['plans', 'gold', 'approval']`. */
export type YamlEdit =
  /** Replaces a value, or adds it together with the maps around it. */
  | { do: 'set'; path: YamlPath; value: unknown }
  /** Removes a member of a map or an item of a list. */
  | { do: 'remove'; path: YamlPath }
  /** Inserts an item into a list, which is created when there is none. */
  | { do: 'insert'; path: YamlPath; index: number; value: unknown }
  /** Moves an item within its list. */
  | { do: 'move'; path: YamlPath; from: number; to: number }
  /** Gives a member of a map another name. */
  | { do: 'rename'; path: YamlPath; name: string }

/** The document cannot be changed by an edit; a user can change its text. */
export class YamlEditError extends Error {
  override name = 'YamlEditError'
}

/** Returns the value of a YAML text. Throws a `YamlEditError` when the text is not valid YAML. */
export function readYaml(text: string): unknown {
  try {
    return parseYamlTree(text).toJS() ?? {}
  } catch (error) {
    throw new YamlEditError((error as Error).message, { cause: error })
  }
}

/** Returns the text after the edits. Throws a `YamlEditError` when an edit cannot be made. */
export function editYaml(text: string, edits: readonly YamlEdit[]): string {
  return edits.reduce(applyEdit, text)
}

function applyEdit(text: string, edit: YamlEdit): string {
  const value = applyEditToValue(readYaml(text), edit)
  if (isJson(text)) return renderJson(value, text)
  const wanted = JSON.stringify(value)
  for (const write of [spliceYamlEdit, rewriteYamlTree]) {
    const changed = attempt(() => write(text, edit))
    if (changed !== undefined && JSON.stringify(attempt(() => readYaml(changed))) === wanted) return changed
  }
  throw new YamlEditError(
    `${edit.path.join('.')} cannot be changed in a form, because the document shares it between several places or writes it in an unusual way: change it in the YAML.`,
  )
}

/** A JSON document is also YAML; it stays JSON, because its other readers know no YAML. */
function isJson(text: string): boolean {
  return text.trimStart().startsWith('{') && attempt(() => JSON.parse(text)) !== undefined
}

/** Renders JSON with the indentation of the text before. */
function renderJson(value: unknown, before: string): string {
  const indent = /^\{\r?\n([ \t]+)/.exec(before.trimStart())?.[1] ?? ''
  return `${JSON.stringify(value, null, indent)}${before.endsWith('\n') ? '\n' : ''}`
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
