/** Checks a value while it is typed. The gateway checks all documents before a change is saved. */
import type { JsonSchema } from '../../../../lib/json-schema/json-schema.ts'
import { isReference } from './simplify-schema.ts'

/** Returns why a value does not fit its schema; undefined when it fits or is a reference. */
export function checkValue(value: unknown, schema: JsonSchema, isRequired: boolean): string | undefined {
  if (value === undefined || value === '' || value === null)
    return isRequired && schema.default === undefined ? 'A value is required.' : undefined
  if (isReference(value)) return undefined
  const { type, pattern, minimum, maximum, exclusiveMinimum, maxLength, description } = schema
  if (type === 'integer' || type === 'number') {
    if (typeof value !== 'number') return 'Enter a number.'
    if (type === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.'
    if (minimum !== undefined && value < minimum) return `The smallest value is ${minimum}.`
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      return `The value must be above ${exclusiveMinimum}.`
    if (maximum !== undefined && value > maximum) return `The largest value is ${maximum}.`
  }
  if (type === 'string' && typeof value === 'string') {
    if (maxLength !== undefined && value.length > maxLength) return `Enter at most ${maxLength} characters.`
    if (pattern !== undefined && !matches(value, pattern))
      return `Enter ${description ?? 'a value of the accepted form'}.`
  }
  return undefined
}

function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true // the browser does not know the expression; the gateway checks the value
  }
}
