/** One element of a command's answer, as text lines and as JSON members. */
import { type AttributeValue, type CommandResponse, kinds } from '../../qm/index.ts'

type Attribute = readonly [keyword: string, value: AttributeValue]

/** For `runCommand`: the lines that MQSC prints. The handles of a queue are a text each. */
export function textElement({
  completionCode,
  reasonCode,
  messages,
  attributes,
  objects = [],
}: CommandResponse) {
  const codes = { completionCode, reasonCode }
  if (!attributes) return { ...codes, text: messages }

  const head = [...messages, ...attributes.map(printed)]
  const handles = objects.map((object) => object.map(printed))
  const apart = attributes[0]?.[0] === 'QUEUE' && handles.length > 0
  const texts = apart ? handles.map((handle) => [...head, ...handle]) : [[...head, ...handles.flat()]]
  return { ...codes, text: texts.map((items) => items.join('   ')) }
}

/** For `runCommandJSON`: attributes under keywords in lower case, or what the command had to say. */
export function jsonElement({ completionCode, reasonCode, messages, attributes, objects }: CommandResponse) {
  const codes = { completionCode, reasonCode }
  if (!attributes) return messages.length > 0 ? { ...codes, message: messages } : codes

  const parameters = members(attributes)
  return { ...codes, parameters: objects ? { ...parameters, objects: objects.map(members) } : parameters }
}

function members(attributes: readonly Attribute[]): Record<string, AttributeValue> {
  return Object.fromEntries(attributes.map(([keyword, value]) => [keyword.toLowerCase(), value]))
}

/** Keywords that MQSC prints as one of two bare words: `SHARE`, `NOSHARE`. */
const pairs = new Set([
  ...Object.values(kinds).flatMap(({ attributes }) =>
    attributes.filter(({ value }) => value.flag === 'pair').map(({ keyword }) => keyword),
  ),
  'CURRENT',
])

function printed([keyword, value]: Attribute): string {
  if (pairs.has(keyword)) return value === 'NO' ? `NO${keyword}` : keyword
  const items = Array.isArray(value) && value.length > 0 ? value : [String(value)]
  return `${keyword}(${items.map((item) => (item === '' ? ' ' : item)).join(',')})`
}
