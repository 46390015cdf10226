/**
 * Keywords of JSON Schema whose checks in Ajv cost more than the size of the value, or are not exact: `uniqueItems`, `enum` and
 * `const` compare texts in which members are sorted, `multipleOf` counts in decimal digits.
 */
import { createRequire } from 'node:module'
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js'

const load = createRequire(import.meta.url)

/** Changes the keywords of an instance that has compiled no schema yet. */
function replaceCostlyKeywords(ajv: Ajv): void {
  for (const keyword of ['uniqueItems', 'enum', 'const', 'multipleOf']) ajv.removeKeyword(keyword)
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', compile: compileUniqueItems })
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', compile: compileEnum })
  ajv.addKeyword({ keyword: 'const', compile: compileConst })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: compileMultipleOf })
}

type Check = SchemaValidateFunction

function compileUniqueItems(isDemanded: boolean): Check {
  const check: Check = (items: readonly unknown[]) => {
    const known = new Map<unknown, number>()
    for (const [index, item] of items.entries()) {
      const key = toKey(item)
      const first = known.get(key)
      if (first !== undefined) {
        const message = `must NOT have duplicate items (items ## ${first} and ${index} are identical)`
        check.errors = [{ keyword: 'uniqueItems', message, params: { i: index, j: first } }]
        return false
      }
      known.set(key, index)
    }
    return true
  }
  return isDemanded ? check : () => true
}

function compileEnum(allowedValues: readonly unknown[]): Check {
  const keys = new Set(allowedValues.map(toKey))
  const check: Check = (value: unknown) => {
    if (keys.has(toKey(value))) return true
    check.errors = [
      { keyword: 'enum', message: 'must be equal to one of the allowed values', params: { allowedValues } },
    ]
    return false
  }
  return check
}

function compileConst(allowedValue: unknown): Check {
  const key = toKey(allowedValue)
  const check: Check = (value: unknown) => {
    if (toKey(value) === key) return true
    check.errors = [{ keyword: 'const', message: 'must be equal to constant', params: { allowedValue } }]
    return false
  }
  return check
}

function compileMultipleOf(multipleOf: number): Check {
  const check: Check = (value: number) => {
    if (isMultiple(value, multipleOf)) return true
    check.errors = [{ keyword: 'multipleOf', message: `must be multiple of ${multipleOf}`, params: { multipleOf } }]
    return false
  }
  return check
}

/** Returns a key that equal values of JSON share, and no others. Objects and arrays are rendered with sorted members. */
function toKey(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? `${objectMark}${renderSorted(value)}` : value
}

/** Keeps an array apart from the text that it renders as: no text of JSON in a schema begins with it by chance. */
const objectMark = '\u0000json:'

function renderSorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(renderSorted).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${renderSorted(member)}`).join(',')}}`
}

/** Returns whether a number, as JSON writes it in the fewest digits, is a whole multiple: 19.99 of 0.01. */
function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const [digits, exponent] = readDecimal(value)
  const [divisorDigits, divisorExponent] = readDecimal(divisor)
  const least = Math.min(exponent, divisorExponent)
  return (digits * 10n ** BigInt(exponent - least)) % (divisorDigits * 10n ** BigInt(divisorExponent - least)) === 0n
}

/** Returns a number as digits and a power of ten: 19.99 is 1999 and -2. */
function readDecimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}

/** Returns an instance of Ajv, loaded with the first contract, because few gateways check messages against schemas. */
export function loadAjv(options: ConstructorParameters<typeof Ajv>[0]): Ajv {
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  const formats = load('ajv-formats') as typeof import('ajv-formats')
  const ajv = new Ajv2020(options)
  formats.default(ajv)
  replaceCostlyKeywords(ajv)
  return ajv
}
