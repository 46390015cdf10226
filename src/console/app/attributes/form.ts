/** What a form of attributes holds: the texts that were changed, by keyword. */
import type { Attribute } from '../api/kinds.ts'
import type { Attributes, Value } from '../api/mqsc.ts'
import { faultOf, fromText } from './text.ts'

export type Changes = Readonly<Record<string, string>>

/** The changed attributes as parameters of a command, under keywords in lower case. */
export function parametersOf(attributes: readonly Attribute[], changes: Changes): Attributes {
  const parameters: Record<string, Value> = {}
  for (const attribute of attributes) {
    const text = changes[attribute.keyword]
    if (text !== undefined) parameters[attribute.keyword.toLowerCase()] = fromText(attribute, text)
  }
  return parameters
}

export function hasFault(attributes: readonly Attribute[], changes: Changes): boolean {
  return attributes.some((attribute) => {
    const text = changes[attribute.keyword]
    return text !== undefined && faultOf(attribute, text) !== undefined
  })
}
