/** The changed texts in a form of attributes, by keyword. */

import type { AttributeDefinition } from '../../../contract/console/objects.ts'
import type { FieldError } from '../../../ui/feedback/use-field-errors.ts'
import { t } from '../../../ui/text/t.ts'
import type { AttributeValue, ObjectAttributes } from '../api/mqsc.ts'
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

/** Returns the errors of the fields, in their order. `required` lists the attributes that must have a text. */
export function findAttributeErrors(
  attributes: readonly AttributeDefinition[],
  changes: AttributeChanges,
  required: readonly string[] = [],
): readonly FieldError[] {
  return attributes.map((attribute) => {
    const { keyword } = attribute
    const text = changes[keyword]
    const isMissing = required.includes(keyword) && (text ?? '').trim() === ''
    return {
      id: attributeFieldId(keyword),
      wrong: text === undefined ? undefined : findAttributeError(attribute, text),
      missing: isMissing ? t('Enter a value.') : undefined,
    }
  })
}

/** Returns the `id` of the field of an attribute. */
export function attributeFieldId(keyword: string): string {
  return `attribute-${keyword}`
}
