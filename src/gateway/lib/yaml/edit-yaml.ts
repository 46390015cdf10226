/**
 * Edits a YAML document as a form does: one value at a time, with comments, order and layout kept.
 *
 * Each edit changes the text only where the value stands. The result is parsed and compared with the wanted value;
 * where the text has a shape that cannot be changed in place, the edit rewrites the document from its tree, which
 * keeps comments and order but not every blank.
 */
import { type Document, isMap, isScalar, isSeq } from 'yaml'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { parseJson } from '../../../shared/lib/collections/json-object.ts'
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
  return text.trimStart().startsWith('{') && parseJson(text) !== undefined
}

/** Renders JSON with the indentation of the text before. */
function renderJson(value: unknown, before: string): string {
  const indent = /^\{\r?\n([ \t]+)/.exec(before.trimStart())?.[1] ?? ''
  return `${JSON.stringify(value, null, indent)}${before.endsWith('\n') ? '\n' : ''}`
}

/** Returns the rendered document after the edit. Throws when the path of the edit does not exist. */
function rewriteYamlTree(text: string, edit: YamlEdit): string {
  const document = parseYamlTree(text)
  change(document, edit)
  return document.toString({ lineWidth: 0 })
}

function change(document: Document, edit: YamlEdit): void {
  const { path } = edit
  switch (edit.do) {
    case 'set':
      document.setIn(path, document.createNode(edit.value))
      break
    case 'remove':
      document.deleteIn(path)
      break
    case 'insert': {
      const list = document.getIn(path, true)
      if (isSeq(list)) list.items.splice(edit.index, 0, document.createNode(edit.value))
      else document.setIn(path, document.createNode([edit.value]))
      break
    }
    case 'rename': {
      const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
      const pair = isMap(map) && map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      if (!pair) throw new Error('there is no such member')
      pair.key = document.createNode(edit.name)
      break
    }
  }
}

type Holder = Record<string | number, unknown>

/** Returns a changed copy of a value. Throws when the path of the edit leads through a value that has no members. */
function applyEditToValue(value: unknown, edit: YamlEdit): unknown {
  const root = { root: JSON.parse(JSON.stringify(value ?? {})) as unknown }
  const path = ['root', ...edit.path]
  const holder = holderAt(root, path, { creates: edit.do === 'set' || edit.do === 'insert' })
  const key = path.at(-1) as string | number
  switch (edit.do) {
    case 'set':
      holder[key] = edit.value
      break
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      break
    case 'insert':
      holder[key] = ((holder[key] as unknown[] | undefined) ?? []).toSpliced(edit.index, 0, edit.value)
      break
    case 'rename':
      renameMember(holder, String(key), edit.name)
      break
  }
  return root.root
}

function holderAt(root: Holder, path: YamlPath, { creates }: { creates: boolean }): Holder {
  return path.slice(0, -1).reduce<Holder>((holder, key) => {
    if (creates) holder[key] ??= {}
    const inner = holder[key]
    if (typeof inner !== 'object' || inner === null) throw new Error(`${path.join('.')} leads through a value`)
    return inner as Holder
  }, root)
}

/** Renames a member in place, so that the order of the members stays. */
function renameMember(holder: Holder, from: string, to: string): void {
  if (Object.hasOwn(holder, to)) throw new Error(`there is a member ${to} already`)
  const members = Object.entries(holder)
  for (const [name] of members) delete holder[name]
  for (const [name, value] of members) holder[name === from ? to : name] = value
}
