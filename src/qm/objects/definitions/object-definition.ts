/**
 * What a kind of object is: a table of attributes, and the words that commands use for it.
 *
 * One file of this folder per kind; the commands work on any of them.
 */

import type { AttributeValue } from '../../types/queue-manager.ts'
import type { ObjectKind } from '../../types/services.ts'
import { type AttributeType, textType } from './attribute-types.ts'

export type AttributeValues = Readonly<Record<string, AttributeValue>>

/** `set`: given by DEFINE and ALTER. `create`: by DEFINE only. `show`: never given, only displayed. */
export type AttributeAccess = 'set' | 'create' | 'show'

/** One row of a kind's table. The rows stand in the order in which DISPLAY prints them. */
export interface AttributeDefinition {
  readonly keyword: string
  readonly synonyms: readonly string[]
  /** The object types that have it; every type when left out. */
  readonly types?: readonly string[]
  readonly value: AttributeType
  readonly access: AttributeAccess
  /** DEFINE must give it, whatever the default object says. */
  readonly required?: true
  /** The value of an object that was never told one. */
  readonly initial?: AttributeValue
}

export interface ObjectDefinition {
  readonly kind: ObjectKind
  /** The keyword that names the object in what DISPLAY prints. */
  readonly key: string
  /** The keyword that displays the type, for kinds that have several or show the one they have. */
  readonly typeKeyword?: 'TYPE' | 'CHLTYPE' | 'AUTHTYPE'
  readonly types: readonly string[]
  readonly name: AttributeType
  readonly attributes: readonly AttributeDefinition[]
  /** The object that lends a new one what its DEFINE leaves out. */
  defaultObject?(type: string): string
  /** Attributes without which an object of the type cannot be made: each group needs one of its own. */
  required?(type: string): readonly (readonly string[])[]
  /** Why the attributes do not go together, if they do not. */
  check?(attributes: AttributeValues, type: string): string | undefined
}

/** An attribute that DEFINE and, unless it says otherwise, ALTER may give. */
export function attribute(
  keyword: string,
  types: readonly string[] | undefined,
  value: AttributeType,
  initial: AttributeValue,
  more: { synonyms?: readonly string[]; access?: AttributeAccess; required?: true } = {},
): AttributeDefinition {
  return { keyword, value, access: 'set', synonyms: [], initial, ...more, ...(types && { types }) }
}

/** An attribute that only the queue manager gives. */
export function displayedAttribute(
  keyword: string,
  types: readonly string[] | undefined,
  value: AttributeType,
): AttributeDefinition {
  return { keyword, value, access: 'show', synonyms: [], ...(types && { types }) }
}

/** When an object was last altered. */
export const alterationAttributes: readonly AttributeDefinition[] = [
  displayedAttribute('ALTDATE', undefined, textType(12)),
  displayedAttribute('ALTTIME', undefined, textType(8)),
]

/** Whether objects of a type have an attribute. */
export function appliesToType(attribute: AttributeDefinition, type: string): boolean {
  return attribute.types?.includes(type) ?? true
}

/** The attributes of an object that was told nothing. */
export function initialAttributes(kind: ObjectDefinition, type: string): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  for (const attribute of kind.attributes) {
    if (attribute.initial !== undefined && appliesToType(attribute, type)) {
      attributes[attribute.keyword] = attribute.initial
    }
  }
  return attributes
}

/** One row for every keyword, in display order: types that differ in range or default share a column. */
export function listUniqueAttributes(kind: ObjectDefinition): readonly AttributeDefinition[] {
  return [...new Map(kind.attributes.map((each) => [each.keyword, each])).values()]
}
