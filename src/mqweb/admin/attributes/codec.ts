/**
 * How a value of MQSC is written in JSON and read back. Ranges and lengths are checked by the queue manager, which
 * knows them; what is checked here is what JSON adds, its types and its words.
 */
import type { AttributeValue } from '../../../qm/index.ts'

export interface AttributeCodec {
  /** What a JSON value must be, to end "it must be ..." with. */
  expected: string
  /** The value for MQSC, or undefined when the JSON value does not fit. */
  parse(value: unknown): string | number | undefined
  /** The JSON value; undefined when there is nothing to show. */
  render(value: AttributeValue): unknown
}

export const textCodec: AttributeCodec = {
  expected: 'a string',
  parse: (value) => (typeof value === 'string' ? value : undefined),
  render: (value) => (Array.isArray(value) ? value.join(',') : String(value)),
}

export const integerCodec: AttributeCodec = {
  expected: 'a whole number',
  parse: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  render: (value) => (typeof value === 'number' ? value : Number(value)),
}

/** A truth that MQSC spells with two words. */
export function booleanCodec(yes: string, no: string): AttributeCodec {
  return {
    expected: 'true or false',
    parse: (value) => (value === true ? yes : value === false ? no : undefined),
    render: (value) => value === yes,
  }
}

/** Words of JSON by those of MQSC. A word that is not in the table is shown in lower case, and cannot be set. */
export function wordCodec(table: Readonly<Record<string, string>>): AttributeCodec {
  const toMqsc = new Map(Object.entries(table).map(([mqsc, json]) => [json, mqsc]))
  return {
    expected: `one of ${[...toMqsc.keys()].join(', ')}`,
    parse: (value) => toMqsc.get(value as string),
    render: (value) => table[String(value)] ?? String(value).toLowerCase(),
  }
}

/** An item of a list as words; a single value is a list of one. */
export function listCodec(item: AttributeCodec): Pick<AttributeCodec, 'render'> {
  return {
    render: (value) =>
      (Array.isArray(value) ? value : [value as string]).filter(Boolean).map((each) => item.render(each)),
  }
}

export const yesNoCodec: AttributeCodec = booleanCodec('YES', 'NO')
export const enabledCodec: AttributeCodec = booleanCodec('ENABLED', 'DISABLED')
export const disabledCodec: AttributeCodec = booleanCodec('DISABLED', 'ENABLED')
export const onOffCodec: AttributeCodec = wordCodec({ QMGR: 'asQmgr', OFF: 'off', ON: 'on' })
export const monitoringLevelCodec: AttributeCodec = wordCodec({
  QMGR: 'asQmgr',
  OFF: 'off',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
})
