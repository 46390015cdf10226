/** Converts attribute values to the text of a form field and back. All functions are pure. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AttributeDefinition } from '../../contract/objects.ts'
import type { AttributeValue, ObjectAttributes } from '../../kit/api/mqsc.ts'

/** Renders a value for a form field; each item of a list is on a line of its own. */
export function renderAttributeText(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? value.join('\n') : String(value)
}

/** Parses the text of a form field. `findAttributeError` must have accepted the text. */
function parseAttributeText({ form }: AttributeDefinition, text: string): AttributeValue {
  if (form === 'list')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  if (form === 'number' && /^-?\d+$/.test(text.trim())) return Number(text)
  return text
}

/** Returns why a text is not a value of the attribute, or undefined if it is. */
export function findAttributeError(
  { form, least, most, words = [], takes }: AttributeDefinition,
  text: string,
): string | undefined {
  const asItShould = t('It takes {takes}.', { takes })
  if (form === 'number') {
    const word = text.trim().toUpperCase()
    if (words.includes(word)) return undefined
    if (!/^-?\d{1,15}$/.test(word)) return asItShould
    return inRange(Number(word), least, most) ? undefined : asItShould
  }
  if (form === 'text' || form === 'secret') return text.length <= (most ?? text.length) ? undefined : asItShould
  return undefined
}

function inRange(number: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): boolean {
  return number >= least && number <= most
}

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
