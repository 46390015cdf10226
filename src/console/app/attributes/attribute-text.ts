/** Values of attributes as texts that a form holds, and back. Pure. */

import type { AttributeValue } from '../api/mqsc.ts'
import type { AttributeDefinition } from '../api/object-kinds.ts'

/** A value as a form shows it: the items of a list stand in lines of their own. */
export function renderAttributeText(value: AttributeValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? value.join('\n') : String(value)
}

/** What a form holds as the value of an attribute. The text has no fault. */
export function parseAttributeText({ form }: AttributeDefinition, text: string): AttributeValue {
  if (form === 'list')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  if (form === 'number' && /^-?\d+$/.test(text.trim())) return Number(text)
  return text
}

/** Why a text cannot be the value of an attribute; undefined when it can. */
export function findAttributeError(
  { form, least, most, words = [], takes }: AttributeDefinition,
  text: string,
): string | undefined {
  const asItShould = `It takes ${takes}.`
  if (form === 'number') {
    const word = text.trim().toUpperCase()
    if (words.includes(word)) return undefined
    if (!/^-?\d{1,15}$/.test(word)) return asItShould
    return inRange(Number(word), least, most) ? undefined : asItShould
  }
  if (form === 'text' || form === 'secret')
    return text.length <= (most ?? text.length) ? undefined : asItShould
  return undefined
}

/** A value in the words of a sentence: "blank", "5000". */
export function describeAttributeValue(value: AttributeValue | undefined): string {
  const text = typeof value === 'object' ? value.join(', ') : String(value ?? '')
  return text === '' ? 'blank' : text
}

function inRange(number: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): boolean {
  return number >= least && number <= most
}
