/** Answers as JSON. The text is put together at once, without an object for each row: a display may have thousands. */
import type { AttributeValue, CommandResponse } from '../types.ts'

type Pair = readonly [keyword: string, value: AttributeValue]

/**
 * The text of an object: attributes under lower-case keywords, handles under `objects`. Undefined when nothing is
 * displayed.
 */
export function renderParameters({ attributes, objects }: CommandResponse): string | undefined {
  if (!attributes) return undefined
  const members = renderMembers(attributes)
  if (!objects) return `{${members}}`
  return `{${members},"objects":[${objects.map((object) => `{${renderMembers(object)}}`).join(',')}]}`
}

function renderMembers(pairs: readonly Pair[]): string {
  let text = ''
  for (const [keyword, value] of pairs) text += (text && ',') + nameOf(keyword) + renderValue(value)
  return text
}

/** `"maxdepth":` for each keyword that was ever displayed: the columns of views, which are few. */
const names = new Map<string, string>()

function nameOf(keyword: string): string {
  let name = names.get(keyword)
  if (name === undefined) {
    name = `"${keyword.toLowerCase()}":`
    names.set(keyword, name)
  }
  return name
}

/** Text without anything that JSON escapes. */
const plain = /^[ !#-[\]-~]*$/

function renderValue(value: AttributeValue): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value)
}
