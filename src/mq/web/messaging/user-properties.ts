/** User properties in one header: `name; value; type, name2; value2; type2`. Strings, the default, are quoted. */
import type { MessageProperty } from '../../manager/index.ts'

/** The message property with a correlation id that the application chose. It is no user property. */
export const correlationTextProperty = 'JMSCorrelationID'

type Type = MessageProperty['type']

const integers: Partial<Record<Type, [min: bigint, max: bigint]>> = {
  byte: [-128n, 127n],
  short: [-32_768n, 32_767n],
  integer: [-2_147_483_648n, 2_147_483_647n],
  long: [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
}
const types = new Set<string>(['boolean', 'byte', 'short', 'integer', 'long', 'float', 'double', 'string'])
const nameShape = /^[A-Za-z_$][\w.$]{0,4094}$/

/** Parses the header. Throws an `Error` whose message completes "the value is not valid, ...". */
export function parseUserProperties(text: string): Record<string, MessageProperty> {
  const properties: Record<string, MessageProperty> = Object.create(null)

  for (const parts of split(text)) {
    const [name = '', value, type = 'string', ...rest] = parts
    if (value === undefined || rest.length > 0) throw new Error('each property has the form name; value; type')
    if (Object.hasOwn(properties, name)) throw new Error(`the property "${name}" is given twice`)
    properties[name] = parseUserProperty(name, type === 'string' ? unquote(value) : value, type)
  }
  return { ...properties }
}

/** Parses one property from its unquoted texts. Throws an `Error` as `parseUserProperties` does. */
export function parseUserProperty(name: string, value: string, type: string): MessageProperty {
  if (!nameShape.test(name) || /^(JMS|usr\.|mq\.)/i.test(name))
    throw new Error(`"${name}" is not a valid property name`)
  if (!types.has(type)) throw new Error(`the type of "${name}" must be one of ${[...types].join(', ')}`)
  if (!value.isWellFormed()) throw new Error(`"${name}" has half of a surrogate pair`)
  return { type: type as Type, value: readValue(name, value, type as Type) }
}

/** Returns the header value for properties, or undefined when there is none. */
export function renderUserProperties(properties: Readonly<Record<string, MessageProperty>>): string | undefined {
  const texts = Object.entries(properties)
    .filter(([name]) => name !== correlationTextProperty)
    .map(([name, { type, value }]) => `${name};${type === 'string' ? quote(String(value)) : value};${type}`)
  return texts.length > 0 ? texts.join(',') : undefined
}

function readValue(name: string, text: string, type: Type): MessageProperty['value'] {
  if (type === 'string') return text
  if (type === 'boolean') {
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
    throw new Error(`"${name}" must be true or false`)
  }

  const range = integers[type]
  if (!range) {
    const number = Number(text)
    if (text !== '' && Number.isFinite(number)) return number
    throw new Error(`"${name}" must be a number`)
  }
  const number = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined
  if (number === undefined || number < range[0] || number > range[1])
    throw new Error(`"${name}" must be a whole number from ${range[0]} to ${range[1]}`)
  return type === 'long' ? number : Number(number)
}

/** A part of a property, and the separator after it. Text in quotes may have separators. */
const partShape = /((?:[^;,"]|"(?:\\[\s\S]|[^"\\])*")*)([;,]|$)/y

/** Splits the header into the parts of each property. Quoted parts keep their quotes. */
function split(text: string): string[][] {
  const properties: string[][] = [[]]
  partShape.lastIndex = 0
  for (;;) {
    const [found, part = '', separator] = partShape.exec(text) ?? []
    if (found === undefined) throw new Error('a closing double quote is missing')
    properties.at(-1)?.push(part.trim())
    if (separator === '') return properties
    if (separator === ',') properties.push([])
  }
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
