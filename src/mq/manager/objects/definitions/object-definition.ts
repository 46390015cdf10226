/** The definition of a kind of object: a table of attributes and the keywords of commands. One file per kind. */
import type { AttributeValue } from '../../types/connection.ts'
import type { ObjectKind } from '../../types/services.ts'
import { type AttributeType, textType } from './attribute-types.ts'

export type AttributeValues = Readonly<Record<string, AttributeValue>>

/** `set`: DEFINE and ALTER accept the attribute; `create`: DEFINE only; `show`: no command does. */
export type AttributeAccess = 'set' | 'create' | 'show'

/** An attribute of an object kind. The order of the attributes is the order of DISPLAY. */
export interface AttributeDefinition {
  readonly keyword: string
  readonly synonyms: readonly string[]
  /** The object types with this attribute; all types when undefined. */
  readonly types?: readonly string[] | undefined
  readonly value: AttributeType
  readonly access: AttributeAccess
  /** Whether DEFINE requires the attribute regardless of the default object. */
  readonly required?: true
  readonly initial?: AttributeValue
  /** The dotted name in the administrative REST API, `storage.maximumDepth`; undefined when it has none. */
  readonly json?: string | undefined
  /** The word that the REST API shows as true, for choices of two words other than `YES` and `ENABLED`. */
  readonly yes?: string
  /** Whether the attribute is kept and shown, and has no effect here: DEFINE and ALTER say so. */
  readonly inert?: true
}

export interface ObjectDefinition {
  readonly kind: ObjectKind
  /** The keyword that identifies the object in the output of DISPLAY. */
  readonly key: string
  /** The keyword that displays the type, for kinds that display it. */
  readonly typeKeyword?: 'TYPE' | 'CHLTYPE' | 'AUTHTYPE'
  readonly types: readonly string[]
  readonly name: AttributeType
  readonly attributes: readonly AttributeDefinition[]
  /** The reasons why objects of a type are kept and shown, and have no effect here. */
  readonly inertTypes?: Readonly<Record<string, string>>
  /** Returns the name of the default object, whose values complete DEFINE. */
  defaultObject?(type: string): string
  /** Returns groups of attributes; DEFINE requires at least one attribute of each group. */
  required?(type: string): readonly (readonly string[])[]
  /** Returns an explanation when the attributes contradict each other, otherwise undefined. */
  check?(attributes: AttributeValues, type: string): string | undefined
}

/** Creates an attribute that DEFINE and, unless `access` says otherwise, ALTER accept. */
export function attribute(
  keyword: string,
  types: readonly string[] | undefined,
  value: AttributeType,
  initial: AttributeValue,
  more: Partial<Pick<AttributeDefinition, 'synonyms' | 'access' | 'required' | 'json' | 'yes' | 'inert'>> = {},
): AttributeDefinition {
  return { keyword, value, access: 'set', synonyms: [], initial, ...more, types }
}

/** Creates an attribute that only the queue manager sets. */
export function displayedAttribute(
  keyword: string,
  types: readonly string[] | undefined,
  value: AttributeType,
  json?: string,
): AttributeDefinition {
  return { keyword, value, access: 'show', synonyms: [], types, json }
}

/** The attributes for the time of the last alteration. */
export const alterationAttributes: readonly AttributeDefinition[] = [
  displayedAttribute('ALTDATE', undefined, textType(12)),
  displayedAttribute('ALTTIME', undefined, textType(8)),
]

/** Returns whether objects of the type have the attribute. */
export function appliesToType(attribute: AttributeDefinition, type: string): boolean {
  return attribute.types?.includes(type) ?? true
}

/** Returns the initial values of all attributes of a type. */
export function initialAttributes(kind: ObjectDefinition, type: string): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {}
  for (const attribute of kind.attributes) {
    if (attribute.initial !== undefined && appliesToType(attribute, type))
      attributes[attribute.keyword] = attribute.initial
  }
  return attributes
}

/** Returns what DEFINE and ALTER say of a definition that has no effect, or of given attributes that have none. */
export function describeInert(kind: ObjectDefinition, type: string, given: AttributeValues): string[] {
  const why = kind.inertTypes?.[type]
  if (why) return [`The definition is kept and has no effect: ${why}.`]
  const inert = kind.attributes.filter(
    (each) => each.inert && appliesToType(each, type) && (given[each.keyword] ?? each.initial) !== each.initial,
  )
  const words = inert.map(({ keyword }) => keyword).join(', ')
  return words === '' ? [] : [`Kept, and without effect here: ${words}.`]
}

/** Returns one attribute per keyword in display order. Types with different ranges or defaults share a keyword. */
export function listUniqueAttributes(kind: ObjectDefinition): readonly AttributeDefinition[] {
  return [...new Map(kind.attributes.map((each) => [each.keyword, each])).values()]
}
