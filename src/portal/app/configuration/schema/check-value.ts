/** Checks a value while it is typed. The gateway checks all documents before a change is saved. */

import type { JsonSchema } from '../../../../lib/json-schema/json-schema.ts'
import { t } from '../../../../ui/text/t.ts'
import { isReference } from './simplify-schema.ts'

/** Returns why a value does not fit its schema; undefined when it fits or is a reference. */
export function checkValue(value: unknown, schema: JsonSchema, isRequired: boolean): string | undefined {
  if (value === undefined || value === '' || value === null)
    return isRequired && schema.default === undefined ? t('A value is required.') : undefined
  if (isReference(value)) return undefined
  const { type, pattern, minimum, maximum, exclusiveMinimum, maxLength, description } = schema
  if (type === 'integer' || type === 'number') {
    if (typeof value !== 'number') return t('Enter a number.')
    if (type === 'integer' && !Number.isInteger(value)) return t('Enter a whole number.')
    if (minimum !== undefined && value < minimum) return t('The smallest value is {minimum}.', { minimum })
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      return t('The value must be above {exclusiveMinimum}.', { exclusiveMinimum })
    if (maximum !== undefined && value > maximum) return t('The largest value is {maximum}.', { maximum })
  }
  if (type === 'string' && typeof value === 'string') {
    if (maxLength !== undefined && value.length > maxLength)
      return t('Enter at most {maxLength} characters.', { maxLength })
    if (pattern !== undefined && !matches(value, pattern))
      return description ? t('Enter {description}.', { description }) : t('Enter a value of the accepted form.')
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
