/** The changed texts in a form of attributes, by keyword. */

import type { AttributeValue, ObjectAttributes } from '../api/mqsc.ts'
import type { AttributeDefinition } from '../api/object-kinds.ts'
import { findAttributeError, parseAttributeText } from './attribute-text.ts'

export type AttributeChanges = Readonly<Record<string, string>>

/** Returns the changed attributes as command parameters, by keyword in lower case. */
export function buildCommandParameters(
  attributes: readonly AttributeDefinition[],
  changes: AttributeChanges,
): ObjectAttributes {
  const parameters: Record<string, AttributeValue> = {}
  for (const attribute of attributes) {
    const text = changes[attribute.keyword]
    if (text !== undefined) parameters[attribute.keyword.toLowerCase()] = parseAttributeText(attribute, text)
  }
  return parameters
}

export function hasAttributeError(
  attributes: readonly AttributeDefinition[],
  changes: AttributeChanges,
): boolean {
  return attributes.some((attribute) => {
    const text = changes[attribute.keyword]
    return text !== undefined && findAttributeError(attribute, text) !== undefined
  })
}
