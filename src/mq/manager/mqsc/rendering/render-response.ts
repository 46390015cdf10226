import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { AttributeValue, CommandResponse } from '../../types/connection.ts'
import { optionNames } from './open-options.ts'

type Pair = readonly [keyword: string, value: AttributeValue]

/** Attributes that text shows as a single keyword: `SHARE`, `NOSHARE`. */
const flags = new Set([
  ...Object.values(objectDefinitions).flatMap(({ attributes }) =>
    attributes.filter(({ value }) => value.flag === 'pair').map(({ keyword }) => keyword),
  ),
  'CURRENT',
])

/**
 * Renders the message, then `KEYWORD(value)` after three blanks each; an error with several messages has one line
 * each. Handles of a connection follow in the same text, handles of a queue are a text each.
 */
export function renderTextLines({ messages, attributes, objects = [] }: CommandResponse): string[] {
  if (!attributes) return [...messages]
  const head = [...messages, ...attributes.map(renderAttribute)]
  const handles = objects.map((object) => object.map(renderAttribute))
  const apart = attributes[0]?.[0] === 'QUEUE' && handles.length > 0
  const texts = apart ? handles.map((handle) => [...head, ...handle]) : [[...head, ...handles.flat()]]
  return texts.map((items) => items.join('   '))
}

/** Renders one attribute: `MAXDEPTH(5000)`, `DESCR( )`, `NOTRIGGER`. */
function renderAttribute([keyword, value]: Pair): string {
  if (flags.has(keyword)) return value === 'NO' ? `NO${keyword}` : keyword
  if (keyword === 'OPENOPTS') return `${keyword}(${optionNames(Number(value)).join(',')})`
  const items = Array.isArray(value) && value.length > 0 ? value : [String(value)]
  return `${keyword}(${items.map((item) => (item === '' ? ' ' : item)).join(',')})`
}

const width = 40
const maxColumnWidth = 37 // longer attributes get a line of their own

/** Renders the result of a command for a terminal: messages, and attributes in two columns below them. */
export function renderInColumns({ messages, attributes = [], objects = [] }: CommandResponse): string[] {
  return [...messages, ...layOut(attributes), ...objects.flatMap((object) => ['', ...layOut(object)])]
}

function layOut(attributes: readonly (readonly [string, AttributeValue])[]): string[] {
  const lines: string[] = []
  let left: string | undefined
  const flush = () => {
    if (left !== undefined) lines.push(`   ${left}`)
    left = undefined
  }
  for (const item of attributes.map(renderAttribute)) {
    if (item.length > maxColumnWidth) {
      flush()
      lines.push(`   ${item}`)
    } else if (left === undefined) {
      left = item
    } else {
      lines.push(`   ${left.padEnd(width)}${item}`)
      left = undefined
    }
  }
  flush()
  return lines
}

/**
 * Renders the attributes as JSON text under lower-case keywords, and the handles under `objects`. Returns undefined when
 * nothing is displayed. Without an object for each row: a display may have thousands of rows.
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
