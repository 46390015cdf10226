/** One element of a command's answer, as text lines and as JSON members. */
import type { AttributeValue, CommandResponse } from '../../qm/index.ts'

type Attributes = readonly (readonly [keyword: string, value: AttributeValue])[]

/** For `runCommand`: the lines that MQSC prints. */
export function textElement({
  completionCode,
  reasonCode,
  messages,
  attributes,
  objects = [],
}: CommandResponse) {
  const shown = [...(attributes ?? []), ...objects.flat()]
  const text = shown.length === 0 ? messages : [[...messages, ...shown.map(printed)].join('   ')]
  return { completionCode, reasonCode, text }
}

/** For `runCommandJSON`: attributes under keywords in lower case, or what the command had to say. */
export function jsonElement({ completionCode, reasonCode, messages, attributes, objects }: CommandResponse) {
  const codes = { completionCode, reasonCode }
  if (!attributes) return messages.length > 0 ? { ...codes, message: messages } : codes

  const parameters = members(attributes)
  return { ...codes, parameters: objects ? { ...parameters, objects: objects.map(members) } : parameters }
}

function members(attributes: Attributes): Record<string, AttributeValue> {
  return Object.fromEntries(attributes.map(([keyword, value]) => [keyword.toLowerCase(), value]))
}

/** Keywords that MQSC prints as a pair of bare words. */
const pairs = new Set(['SHARE', 'TRIGGER', 'HARDENBO'])

function printed([keyword, value]: Attributes[number]): string {
  if (pairs.has(keyword)) return value === 'YES' ? keyword : `NO${keyword}`
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return `${keyword}(${text === '' ? ' ' : text})`
}
