/** The operators of selectors. A missing property is unknown (SQL92); values of other types do not compare. */

export type SelectorValue = string | number | bigint | boolean | undefined
export type FieldLookup = (name: string) => SelectorValue
export type SelectorExpression = (fields: FieldLookup) => SelectorValue

const isNumber = (value: SelectorValue): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Operators of two values, by the words and symbols of selectors. */
export type Operators = Readonly<Record<string, (a: SelectorValue, b: SelectorValue) => SelectorValue>>

export const comparisons: Operators = {
  '=': (a, b) => valuesEqual(a, b),
  '<>': (a, b) => negate(valuesEqual(a, b)),
  '<': (a, b) => (isNumber(a) && isNumber(b) ? a < b : undefined),
  '<=': (a, b) => (isNumber(a) && isNumber(b) ? a <= b : undefined),
  '>': (a, b) => (isNumber(a) && isNumber(b) ? a > b : undefined),
  '>=': (a, b) => (isNumber(a) && isNumber(b) ? a >= b : undefined),
}

export const sums: Operators = { '+': ofNumbers((a, b) => a + b), '-': ofNumbers((a, b) => a - b) }
export const products: Operators = { '*': ofNumbers((a, b) => a * b), '/': ofNumbers((a, b) => a / b) }

function ofNumbers(calculate: (a: number, b: number) => number): Operators[string] {
  return (a, b) => (isNumber(a) && isNumber(b) ? calculate(Number(a), Number(b)) : undefined)
}

/** Returns whether two values are equal; unknown for a missing value and for values of different types. */
export function valuesEqual(a: SelectorValue, b: SelectorValue): SelectorValue {
  if (isNumber(a) && isNumber(b)) return a >= b && a <= b // a long equals an integer of the same value
  return a !== undefined && typeof a === typeof b ? a === b : undefined
}

export function negate(value: SelectorValue): SelectorValue {
  return typeof value === 'boolean' ? !value : undefined
}

/** AND of SQL92: false with any false value, else unknown with any value that is not boolean. */
export function conjoin(a: SelectorValue, b: SelectorValue): SelectorValue {
  if (a === false || b === false) return false
  return a === true && b === true ? true : undefined
}

/** OR of SQL92: true with any true value, else unknown with any value that is not boolean. */
export function disjoin(a: SelectorValue, b: SelectorValue): SelectorValue {
  if (a === true || b === true) return true
  return a === false && b === false ? false : undefined
}
