/** Renders responses as JSON text directly, without an object per row: a display may have thousands of rows. */
import type { AttributeValue, CommandResponse } from '../../types/command.ts'

type Pair = readonly [keyword: string, value: AttributeValue]

/**
 * Renders the attributes under lower-case keywords, and the handles under `objects`. Returns undefined when
 * nothing is displayed.
 */
export function renderJsonParameters({ attributes, objects }: CommandResponse): string | undefined {
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

/** Caches `"maxdepth":` for every keyword that was displayed; there are few hundred keywords. */
const names = new Map<string, string>()

function nameOf(keyword: string): string {
  let name = names.get(keyword)
  if (name === undefined) {
    name = `"${keyword.toLowerCase()}":`
    names.set(keyword, name)
  }
  return name
}

/** Matches text without characters that JSON escapes. */
const plain = /^[ !#-[\]-~]*$/

function renderValue(value: AttributeValue): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && plain.test(value) ? `"${value}"` : JSON.stringify(value)
}
