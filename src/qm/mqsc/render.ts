/** Answers in the two forms in which commands are answered: lines of text, and the members of a JSON object. */

import { kinds } from '../objects/index.ts'
import type { Attribute } from '../objects/kind.ts'
import type { AttributeValue, CommandResponse } from '../types.ts'

type Pair = readonly [keyword: string, value: AttributeValue]

/** Attributes that text shows as a bare word: `SHARE`, `NOSHARE`. */
const flags = new Set([
  ...Object.values(kinds).flatMap(({ attributes }) =>
    attributes.filter(isFlag).map(({ keyword }) => keyword),
  ),
  'CURRENT',
])

/** One text per object: the message, then `KEYWORD(value)` after three blanks each. A refusal has a text per line. */
export function renderText({ messages, attributes, objects }: CommandResponse): string[] {
  if (!attributes) return [...messages]
  const items = [...messages, ...attributes.map(renderAttribute)]
  for (const object of objects ?? []) items.push(...object.map(renderAttribute))
  return [items.join('   ')]
}

/** `MAXDEPTH(5000)`, `DESCR( )`, `NOTRIGGER`. */
export function renderAttribute([keyword, value]: Pair): string {
  if (flags.has(keyword)) return value === 'NO' ? `NO${keyword}` : keyword
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return `${keyword}(${text === '' ? ' ' : text})`
}

/** Attributes under lower-case keywords, handles under `objects`; undefined when nothing is displayed. */
export function renderParameters(response: CommandResponse): Record<string, unknown> | undefined {
  const { attributes, objects } = response
  if (!attributes) return undefined
  return { ...members(attributes), ...(objects && { objects: objects.map(members) }) }
}

function members(pairs: readonly Pair[]): Record<string, AttributeValue> {
  return Object.fromEntries(pairs.map(([keyword, value]) => [keyword.toLowerCase(), value]))
}

function isFlag({ value }: Attribute): boolean {
  return value.flag === 'pair'
}
