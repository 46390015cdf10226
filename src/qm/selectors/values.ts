/**
 * What selectors compute with. Unknown, which a property that is not there is, makes everything unknown that depends on
 * it (SQL92); values of different kinds are neither equal nor unequal.
 */

export type Value = string | number | bigint | boolean | undefined
export type Fields = (name: string) => Value
export type Expression = (fields: Fields) => Value

const isNumber = (value: Value): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

export const comparisons: Readonly<Record<string, (a: Value, b: Value) => Value>> = {
  '=': (a, b) => equals(a, b),
  '<>': (a, b) => not(equals(a, b)),
  '<': (a, b) => (isNumber(a) && isNumber(b) ? a < b : undefined),
  '<=': (a, b) => (isNumber(a) && isNumber(b) ? a <= b : undefined),
  '>': (a, b) => (isNumber(a) && isNumber(b) ? a > b : undefined),
  '>=': (a, b) => (isNumber(a) && isNumber(b) ? a >= b : undefined),
}

export const sums: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}

export function calculate(sum: (a: number, b: number) => number, a: Value, b: Value): Value {
  return isNumber(a) && isNumber(b) ? sum(Number(a), Number(b)) : undefined
}

export function equals(a: Value, b: Value): Value {
  if (isNumber(a) && isNumber(b)) return a >= b && a <= b // a long equals the integer that it is
  return a !== undefined && typeof a === typeof b ? a === b : undefined
}

export function not(value: Value): Value {
  return typeof value === 'boolean' ? !value : undefined
}

export function and(a: Value, b: Value): Value {
  if (a === false || b === false) return false
  return a === true && b === true ? true : undefined
}

export function or(a: Value, b: Value): Value {
  if (a === true || b === true) return true
  return a === false && b === false ? false : undefined
}
