/** Renders values as YAML for a place in a document: in lines of their own, or within braces. */
import { Document, isCollection, stringify } from 'yaml'

/** Words that YAML 1.1 reads as another type, such as `yes`, are quoted: other tools may read the document. */
const options = { lineWidth: 0, compat: 'yaml-1.1' } as const

/** Returns the value in block style, without a line end. */
export function renderBlockYaml(value: unknown): string {
  return stringify(value, options).trimEnd()
}

/** Returns the value on one line, in braces and brackets. A member that is undefined is left out. */
export function renderFlowYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderFlowYaml).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([name, each]) =>
      each === undefined ? [] : [`${renderFlowYaml(name)}: ${renderFlowYaml(each)}`],
    )
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  // Within brackets, a text with a comma or a brace needs quotes.
  const document = new Document([value], options)
  if (isCollection(document.contents)) document.contents.flow = true
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trim().slice(1, -1)
}

/** The length up to which a list of plain values is written on the line of its name. */
const maxFlowLength = 60

/** Returns `name: value` for a map in block style. Lists of few plain values stay on the line. */
export function renderBlockMember(name: string, value: unknown): string {
  const key = renderFlowYaml(name)
  const lines = renderBlockYaml(value).replaceAll('\n', '\n  ')
  if (!isFilled(value)) return `${key}: ${lines}`
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    const list = renderFlowYaml(value)
    if (list.length <= maxFlowLength) return `${key}: ${list}`
  }
  return `${key}:\n  ${lines}`
}

/** Returns whether a value is a map or a list with something in it. */
export function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Returns whether a node of a document is written in braces or brackets. */
export function isFlowNode(node: unknown): boolean {
  return isCollection(node) && node.flow === true
}
