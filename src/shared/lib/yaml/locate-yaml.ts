/** Finds the value at a place of a YAML text, so that a problem is shown at the field of a form. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { YamlPath } from './yaml-text.ts'

/** Returns a function that finds the path of the innermost value at a line and column, from 1; empty for none. */
export function openYamlLocator(text: string): (line: number, column: number) => YamlPath {
  const lines = new LineCounter()
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false })
  return (line, column) => descend(contents, (lines.lineStarts[line - 1] ?? 0) + column - 1, [])
}

function descend(node: unknown, offset: number, path: YamlPath): YamlPath {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const start = (key as Node | null)?.range?.[0] ?? 0
      const end = ((value ?? key) as Node | null)?.range?.[1] ?? 0
      if (isScalar(key) && offset >= start && offset <= end) return descend(value, offset, [...path, String(key.value)])
    }
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      const [start, end] = (item as Node).range ?? [0, 0]
      if (offset >= start && offset <= end) return descend(item, offset, [...path, index])
    }
  }
  return path
}
