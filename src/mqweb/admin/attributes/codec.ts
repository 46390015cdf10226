/**
 * How a value of MQSC is written in JSON and read back. Ranges and lengths are checked by the queue manager, which
 * knows them; what is checked here is what JSON adds, its types and its words.
 */
import type { AttributeValue } from '../../../qm/index.ts'

export interface Codec {
  /** What a JSON value must be, to end "it must be ..." with. */
  expects: string
  /** The value for MQSC, or undefined when the JSON value does not fit. */
  read(value: unknown): string | number | undefined
  /** The JSON value; undefined when there is nothing to show. */
  render(value: AttributeValue): unknown
}

export const text: Codec = {
  expects: 'a string',
  read: (value) => (typeof value === 'string' ? value : undefined),
  render: (value) => (Array.isArray(value) ? value.join(',') : String(value)),
}

export const integer: Codec = {
  expects: 'a whole number',
  read: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  render: (value) => (typeof value === 'number' ? value : Number(value)),
}

/** A truth that MQSC spells with two words. */
export function truth(yes: string, no: string): Codec {
  return {
    expects: 'true or false',
    read: (value) => (value === true ? yes : value === false ? no : undefined),
    render: (value) => value === yes,
  }
}

/** Words of JSON by those of MQSC. A word that is not in the table is shown in lower case, and cannot be set. */
export function words(table: Readonly<Record<string, string>>): Codec {
  const toMqsc = new Map(Object.entries(table).map(([mqsc, json]) => [json, mqsc]))
  return {
    expects: `one of ${[...toMqsc.keys()].join(', ')}`,
    read: (value) => toMqsc.get(value as string),
    render: (value) => table[String(value)] ?? String(value).toLowerCase(),
  }
}

/** An item of a list as words; a single value is a list of one. */
export function list(item: Codec): Pick<Codec, 'render'> {
  return {
    render: (value) =>
      (Array.isArray(value) ? value : [value as string]).filter(Boolean).map((each) => item.render(each)),
  }
}

export const yesNo: Codec = truth('YES', 'NO')
export const enabled: Codec = truth('ENABLED', 'DISABLED')
export const disabled: Codec = truth('DISABLED', 'ENABLED')
export const onOff: Codec = words({ QMGR: 'asQmgr', OFF: 'off', ON: 'on' })
export const level: Codec = words({ QMGR: 'asQmgr', OFF: 'off', LOW: 'low', MEDIUM: 'medium', HIGH: 'high' })
