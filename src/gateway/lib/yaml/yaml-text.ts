/** Changes one value of a YAML text and keeps comments, order, quotes and layout. */
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'
import { renderFlowYaml } from './render-yaml.ts'

export type YamlPath = readonly (string | number)[]

/** Replaces the value at a path, or adds the missing member. The value is written on one line. */
export function setYamlValue(text: string, path: YamlPath, value: unknown): string {
  const key = path.at(-1) as string
  const map = findYamlMap(parseYamlTree(text), path.slice(0, -1))
  const pair = findYamlPair(map, key)
  if (!pair) return addYamlMember(text, map, `${key}: ${renderFlowYaml(value)}`)

  const keyEnd = readNodeRange(pair.key as Node)[1]
  const start = text.indexOf(':', keyEnd) + 1
  const end = pair.value ? findValueEnd(text, pair.value as Node) : start
  return `${text.slice(0, start)} ${renderFlowYaml(value)}${text.slice(end)}`
}

/** Adds an item to the end of a list, and creates the list when there is none. */
export function addYamlItem(text: string, path: YamlPath, item: unknown): string {
  const list = parseYamlTree(text).getIn(path, true)
  if (!isSeq(list) || list.items.length === 0) return setYamlValue(text, path, [item])

  const last = list.items.at(-1) as Node
  const end = findValueEnd(text, last)
  if (list.flow) return `${text.slice(0, end)}, ${renderFlowYaml(item)}${text.slice(end)}`

  const dash = text.lastIndexOf('-', readNodeRange(last)[0])
  const indent = text.slice(text.lastIndexOf('\n', dash) + 1, dash)
  return `${text.slice(0, end)}${readRestOfLine(text, end)}\n${indent}- ${renderFlowYaml(item)}${text.slice(end + readRestOfLine(text, end).length)}`
}

/** Removes an item from a list. */
export function removeYamlItem(text: string, path: YamlPath, index: number): string {
  const list = parseYamlTree(text).getIn(path, true)
  const item = isSeq(list) ? (list.items[index] as Node | undefined) : undefined
  if (!isSeq(list) || !item) return text
  if (list.items.length === 1) return setYamlValue(text, path, [])
  if (list.flow) return withoutFlow(text, list.items as Node[], index)

  const dash = text.lastIndexOf('-', readNodeRange(item)[0] - 1)
  return withoutLines(text, dash, findValueEnd(text, item))
}

/** Removes a member from a map that has other members. */
export function removeYamlMember(text: string, path: YamlPath): string {
  const map = findYamlMap(parseYamlTree(text), path.slice(0, -1))
  const pair = findYamlPair(map, path.at(-1) as string) as Pair<Node, Node | null> | undefined
  if (!pair) return text
  const index = map.items.indexOf(pair)
  const end = findValueEnd(text, pair.value ?? pair.key)
  const start = readNodeRange(pair.key)[0]
  if (map.flow) {
    const ranges = map.items.map(({ key, value }) => ({ key: key as Node, value: value as Node | null }))
    const [before, after] = [ranges[index - 1], ranges[index + 1]]
    if (before) return text.slice(0, findValueEnd(text, before.value ?? before.key)) + text.slice(end)
    return after ? text.slice(0, start) + text.slice(readNodeRange(after.key)[0]) : text
  }
  const next = map.items[index + 1]?.key as Node | undefined
  // the first member may follow the dash of a list item on its line
  if (index === 0 && next) return text.slice(0, start) + text.slice(readNodeRange(next)[0])
  return withoutLines(text, start, end)
}

/** Returns the value at a path as the document writes it, with references unresolved. */
export function readYamlValue(text: string, path: YamlPath): unknown {
  const node = parseYamlTree(text).getIn(path, true)
  return isNode(node) ? node.toJSON() : undefined
}

/** Adds a rendered member, `key: value`, to the end of a map. Lines after the first are indented with the map. */
export function addYamlMember(text: string, map: YAMLMap, member: string): string {
  const last = map.items.at(-1) as Pair<Node, Node | null> | undefined
  if (map.flow || !last) {
    const end = readNodeRange(map)[1] - 1 // the offset of the closing brace
    return `${text.slice(0, end).trimEnd()}${last ? ',' : ''} ${member} ${text.slice(end)}`
  }
  const first = readNodeRange(map.items[0]?.key as Node)[0]
  const indent = ' '.repeat(first - (text.lastIndexOf('\n', first - 1) + 1))
  const end = findValueEnd(text, last.value ?? last.key)
  const rest = readRestOfLine(text, end)
  const lines = member.replaceAll('\n', `\n${indent}`)
  return `${text.slice(0, end)}${rest}\n${indent}${lines}${text.slice(end + rest.length)}`
}

function withoutFlow(text: string, items: readonly Node[], index: number): string {
  const [before, item, after] = [items[index - 1], items[index] as Node, items[index + 1]]
  if (before) return text.slice(0, findValueEnd(text, before)) + text.slice(findValueEnd(text, item))
  return after ? text.slice(0, readNodeRange(item)[0]) + text.slice(readNodeRange(after)[0]) : text
}

/** Returns the text without the lines from `start` to `end`, including a comment at the end of the last line. */
function withoutLines(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start) + 1
  const to = end + readRestOfLine(text, end).length + 1
  return text.slice(0, from) + text.slice(to)
}

/** Parses a document. Throws the first error of the text, and for a map that has a member twice. */
export function parseYamlTree(text: string): Document {
  // `uniqueKeys` is off because its check takes quadratic time.
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false })
  const [error] = document.errors
  if (error) throw new Error(error.message)
  visit(document, { Map: (_, map) => rejectDuplicates(map) })
  return document
}

function rejectDuplicates({ items }: YAMLMap): void {
  const names = new Set<unknown>()
  for (const { key } of items) {
    if (!isScalar(key)) continue
    if (names.has(key.value)) throw new Error(`the member "${key.value}" occurs twice in a map`)
    names.add(key.value)
  }
}

/** Returns the map at a path. Throws when the value there is no map. */
export function findYamlMap(document: Document, path: YamlPath): YAMLMap {
  const node = path.length === 0 ? document.contents : document.getIn(path, true)
  if (!isMap(node)) throw new Error(`${path.join('.') || 'the document'} is not a map of members`)
  return node
}

/** Returns the member of a map by its name. */
export function findYamlPair(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)
}

/** Returns the offsets of the start of a value, of its end, and of the end of the blank space after it. */
export function readNodeRange(node: Node): [number, number, number] {
  if (!node.range) throw new Error('a part of the document has no place')
  return node.range as [number, number, number]
}

/** Returns the offset of the end of a value, without the blank lines after it. */
export function findValueEnd(text: string, node: Node): number {
  const [start, end] = readNodeRange(node)
  return start + text.slice(start, end).trimEnd().length
}

/** Returns the rest of the line, which may be a comment. */
export function readRestOfLine(text: string, from: number): string {
  const end = text.indexOf('\n', from)
  return text.slice(from, end < 0 ? text.length : end)
}
