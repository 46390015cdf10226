/** Renders responses as lines of text. */

import type { AttributeDefinition } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { AttributeValue, CommandResponse } from '../../types/command.ts'
import { optionNames } from './open-options.ts'

type Pair = readonly [keyword: string, value: AttributeValue]

/** Attributes that text shows as a single keyword: `SHARE`, `NOSHARE`. */
const flags = new Set([
  ...Object.values(objectDefinitions).flatMap(({ attributes }) =>
    attributes.filter(isFlag).map(({ keyword }) => keyword),
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
export function renderAttribute([keyword, value]: Pair): string {
  if (flags.has(keyword)) return value === 'NO' ? `NO${keyword}` : keyword
  if (keyword === 'OPENOPTS') return `${keyword}(${optionNames(Number(value)).join(',')})`
  const items = Array.isArray(value) && value.length > 0 ? value : [String(value)]
  return `${keyword}(${items.map((item) => (item === '' ? ' ' : item)).join(',')})`
}

function isFlag({ value }: AttributeDefinition): boolean {
  return value.flag === 'pair'
}
