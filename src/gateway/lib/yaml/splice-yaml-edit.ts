/** Makes an edit by replacing only the part of the text that it concerns. */
import { type Document, isCollection, isMap, isNode, isScalar, isSeq, type Node, type YAMLSeq } from 'yaml'
import type { YamlEdit } from './edit-yaml.ts'
import { isFilled, isFlowNode, renderBlockMember, renderBlockYaml, renderFlowYaml } from './render-yaml.ts'
import {
  addYamlMember,
  findValueEnd,
  findYamlMap,
  findYamlPair,
  parseYamlTree,
  readNodeRange,
  readRestOfLine,
  removeYamlItem,
  removeYamlMember,
  setYamlValue,
  type YamlPath,
} from './yaml-text.ts'

/** Returns the changed text. Throws when the edit cannot be made in place; the caller verifies the result. */
export function spliceYamlEdit(text: string, edit: YamlEdit): string {
  const { path } = edit
  switch (edit.do) {
    case 'set':
      return setValue(text, path, edit.value)
    case 'remove':
      return removeValue(text, path)
    case 'insert':
      return insertItem(text, path, edit.index, edit.value)
    case 'rename':
      return renameMember(text, path, edit.name)
  }
}

function setValue(text: string, path: YamlPath, value: unknown): string {
  const document = parseYamlTree(text)
  const depth = findDepth(document, path)
  if (depth < path.length) {
    // The value and the maps around it are missing.
    const [key, ...rest] = path.slice(depth)
    const added = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    return setMember(text, document, path.slice(0, depth), String(key), added)
  }
  const present = document.getIn(path, true)
  if (isSeq(present) && Array.isArray(value)) {
    const changed = changeItems(text, path, present, value)
    if (changed !== undefined) return changed
  }
  const key = path.at(-1)
  if (typeof key === 'number') return replaceNode(text, present as Node, value)
  return setMember(text, document, path.slice(0, -1), String(key), value)
}

/** Returns how many steps of a path lead to existing values; an empty member counts as missing. */
function findDepth(document: Document, path: YamlPath): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    if (isCollection(document.getIn(path.slice(0, depth), true)) || depth === path.length) {
      if (document.hasIn(path.slice(0, depth))) return depth
    }
  }
  return 0
}

function setMember(text: string, document: Document, at: YamlPath, key: string, value: unknown): string {
  const map = findYamlMap(document, at)
  if (map.items.length === 0 && typeof at.at(-1) === 'string')
    return setMember(text, document, at.slice(0, -1), String(at.at(-1)), { [key]: value }) // it is written as {}
  const pair = findYamlPair(map, key)
  const isFlow = isFlowNode(map)
  if (!pair) {
    const member = isFlow ? `${renderFlowYaml(key)}: ${renderFlowYaml(value)}` : renderBlockMember(key, value)
    return addYamlMember(text, map, member)
  }
  const node = pair.value as Node | null
  const isEmpty = isCollection(node) && node.items.length === 0
  const hasLines = typeof value === 'string' && value.includes('\n')
  if (node && (isFlow || (isFlowNode(node) && !isEmpty) || (isScalar(node) && !isFilled(value) && !hasLines)))
    return replaceNode(text, node, value)

  const start = readNodeRange(pair.key as Node)[0]
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
  const end = node ? findValueEnd(text, node) : text.indexOf(':', readNodeRange(pair.key as Node)[1]) + 1
  return text.slice(0, start) + renderBlockMember(key, value).replaceAll('\n', `\n${indent}`) + text.slice(end)
}

/** Replaces a value by one that fits on its line. */
function replaceNode(text: string, node: Node, value: unknown): string {
  const [start] = readNodeRange(node)
  return text.slice(0, start) + renderFlowYaml(value) + text.slice(findValueEnd(text, node))
}

/** Changes single items of a list of plain values, so that comments stay; undefined for another order. */
function changeItems(text: string, path: YamlPath, list: YAMLSeq, values: readonly unknown[]): string | undefined {
  const present = list.items.map((each) => (isScalar(each) ? each.value : each))
  const kept = present.filter((each) => values.includes(each))
  const added = values.filter((each) => !present.includes(each))
  if (kept.length === 0 || [...kept, ...added].some((each, index) => each !== values[index])) return undefined
  if (values.length !== kept.length + added.length) return undefined

  let changed = text
  for (let index = present.length - 1; index >= 0; index -= 1)
    if (!values.includes(present[index])) changed = removeYamlItem(changed, path, index)
  for (const each of added) changed = insertItem(changed, path, Number.POSITIVE_INFINITY, each)
  return changed
}

function removeValue(text: string, path: YamlPath): string {
  const key = path.at(-1)
  const at = path.slice(0, -1)
  if (typeof key === 'number') return removeYamlItem(text, at, key)
  const map = findYamlMap(parseYamlTree(text), at)
  if (map.items.length > 1) return removeYamlMember(text, path)
  return typeof at.at(-1) === 'number' || at.length === 0 ? replaceNode(text, map, {}) : setYamlValue(text, at, {})
}

function insertItem(text: string, path: YamlPath, index: number, value: unknown): string {
  const list = parseYamlTree(text).getIn(path, true)
  if (!isSeq(list) || list.items.length === 0) return setValue(text, path, [value])

  const items = list.items as Node[]
  const next = items[index]
  if (isFlowNode(list)) {
    const at = next ? readNodeRange(next)[0] : findValueEnd(text, items.at(-1) as Node)
    const item = renderFlowYaml(value)
    return `${text.slice(0, at)}${next ? `${item}, ` : `, ${item}`}${text.slice(at)}`
  }
  const [start, end] = itemLines(text, next ?? (items.at(-1) as Node))
  const at = next ? start : end
  const dash = text.lastIndexOf('-', readNodeRange(items[0] as Node)[0] - 1)
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash)
  const item = `${indent}- ${renderBlockYaml(value).replaceAll('\n', `\n${indent}  `)}\n`
  return `${text.slice(0, at)}${at > 0 && text[at - 1] !== '\n' ? '\n' : ''}${item}${text.slice(at)}`
}

/** Returns the offsets of the lines of an item in block style, with the comment lines before it. */
function itemLines(text: string, item: Node): readonly [start: number, end: number] {
  const dash = text.lastIndexOf('-', readNodeRange(item)[0] - 1)
  let start = text.lastIndexOf('\n', dash) + 1
  while (start > 0) {
    const before = text.lastIndexOf('\n', start - 2) + 1
    if (!/^\s*#/.test(text.slice(before, start))) break
    start = before
  }
  const end = findValueEnd(text, item)
  return [start, Math.min(text.length, end + readRestOfLine(text, end).length + 1)]
}

function renameMember(text: string, path: YamlPath, name: string): string {
  const map = findYamlMap(parseYamlTree(text), path.slice(0, -1))
  const pair = findYamlPair(map, String(path.at(-1)))
  if (!isMap(map) || !isNode(pair?.key)) throw new Error('there is no such member')
  const [start] = readNodeRange(pair.key)
  return text.slice(0, start) + renderFlowYaml(name) + text.slice(findValueEnd(text, pair.key))
}
