/** Codecs between MQSC and JSON values. They check JSON types and words; the queue manager checks ranges. */
import type { AttributeDefinition, AttributeValue } from '../../../manager/index.ts'

export interface AttributeCodec {
  /** What a JSON value must be, to complete the text "it must be ...". */
  expected: string
  /** The JSON Schema of the JSON value in a request. */
  schema: object
  /** Returns the value for MQSC, or undefined when the JSON value does not fit. */
  parse(value: unknown): string | number | undefined
  /** Returns the JSON value, or undefined when the attribute has none. */
  render(value: AttributeValue): unknown
}

export const textCodec: AttributeCodec = {
  expected: 'a string',
  schema: { type: 'string' },
  parse: (value) => (typeof value === 'string' ? value : undefined),
  render: (value) => (Array.isArray(value) ? value.join(',') : String(value)),
}

export const integerCodec: AttributeCodec = {
  expected: 'a whole number',
  schema: { type: 'integer' },
  parse: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  render: (value) => (typeof value === 'number' ? value : Number(value)),
}

/** Returns the codec of a boolean that MQSC writes as one of two words. */
export function booleanCodec(yes: string, no: string): AttributeCodec {
  return {
    expected: 'true or false',
    schema: { type: 'boolean' },
    parse: (value) => (value === true ? yes : value === false ? no : undefined),
    render: (value) => value === yes,
  }
}

/** Returns the codec of a word. `table` has the JSON word of each MQSC word; others are read-only, in lower case. */
export function wordCodec(table: Readonly<Record<string, string>>): AttributeCodec {
  const toMqsc = new Map(Object.entries(table).map(([mqsc, json]) => [json, mqsc]))
  return {
    expected: `one of ${[...toMqsc.keys()].join(', ')}`,
    schema: { type: 'string', enum: [...toMqsc.keys()] },
    parse: (value) => toMqsc.get(value as string),
    render: (value) => table[String(value)] ?? String(value).toLowerCase(),
  }
}

/** Returns the renderer of a list whose items are words. A single value becomes a list of one item. */
export function listCodec(item: AttributeCodec): Pick<AttributeCodec, 'render'> {
  return {
    render: (value) =>
      (Array.isArray(value) ? value : [value as string]).filter(Boolean).map((each) => item.render(each)),
  }
}

export const yesNoCodec: AttributeCodec = booleanCodec('YES', 'NO')
export const monitoringLevelCodec: AttributeCodec = wordCodec({
  QMGR: 'asQmgr',
  OFF: 'off',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
})

/** The JSON words of MQSC words. Others have the same word in lower case. */
const jsonWords: Readonly<Record<string, string>> = {
  ADMIN: 'administrative',
  ASPUB: 'asPublished',
  ASQDEF: 'asQueueDefault',
  ASYNC: 'asynchronous',
  COMPAT: 'compatible',
  CTX: 'context',
  DEF: 'default',
  MSGPROP: 'messageProperties',
  PERMDYN: 'permanentDynamic',
  QMGR: 'asQmgr',
  RLE: 'runLengthEncoding',
  SHAREDYN: 'sharedDynamic',
  SYNC: 'synchronous',
  TEMPDYN: 'temporaryDynamic',
  V6COMPAT: 'version6Compatible',
  ZLIBFAST: 'zlibFast',
  ZLIBHIGH: 'zlibHigh',
}

/** Returns the codec of an attribute. JSON shows AUTO, in place of a number, as -1. Lists can only be rendered. */
export function deriveCodec({ value: { comparison, item, words = [] }, yes }: CodecSource): AttributeCodec {
  if (comparison === 'text') return textCodec
  if (item) return { ...textCodec, ...listCodec(deriveCodec({ value: item })), schema: {} }

  const truth = yes ?? (words.length === 2 ? words.find((word) => word === 'YES' || word === 'ENABLED') : undefined)
  if (truth) return booleanCodec(truth, words.find((word) => word !== truth) as string)
  const named = wordCodec(Object.fromEntries(words.map((word) => [word, jsonWords[word] ?? word.toLowerCase()])))
  if (comparison !== 'number') return named
  if (words.length === 0) return integerCodec
  const render = (value: AttributeValue) => (value === 'AUTO' ? -1 : named.render(value))
  return { ...integerCodec, schema: {}, render: (value) => (typeof value === 'number' ? value : render(value)) }
}

type CodecSource = Pick<AttributeDefinition, 'value' | 'yes'>
