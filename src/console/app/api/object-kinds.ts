/**
 * Loads the attribute definitions of each kind of object: which attributes it has, which values they take, and
 * their defaults.
 */
import { request } from './client.ts'
import type { AttributeValue, ObjectAttributes } from './mqsc.ts'

export interface AttributeDefinition {
  /** The MQSC keyword in upper case. */
  keyword: string
  /** The object types with this attribute; every type if absent. */
  types?: readonly string[]
  /** `set`: can be changed at any time. `create`: can be set only when the object is created. `show`: read-only. */
  access: 'set' | 'create' | 'show'
  initial?: AttributeValue
  /** Describes the accepted values, as the rest of a sentence that begins with "takes". */
  takes: string
  form: 'number' | 'choice' | 'flag' | 'text' | 'list' | 'secret'
  /** The values of a choice, or the keywords that are accepted in place of a number. */
  words?: readonly string[]
  least?: number
  most?: number
}

export interface ObjectKind {
  kind: string
  /** By object type, the name of the default object, whose attributes a new object takes. */
  defaults?: Readonly<Record<string, string>>
  attributes: readonly AttributeDefinition[]
}

export interface DefinitionTables {
  kind: readonly ObjectKind[]
  /** The MQSC verbs, each with the object keywords that can follow it. */
  command: readonly { verb: string; qualifiers: readonly string[] }[]
}

let loaded: Promise<DefinitionTables> | undefined

/** Loads all definition tables once and caches them. */
export async function loadDefinitionTables(): Promise<DefinitionTables> {
  loaded ??= request<DefinitionTables>('GET', 'kinds')
  try {
    return await loaded
  } catch (error) {
    loaded = undefined // the next call tries again
    throw error
  }
}

/** Returns the definitions of one kind of object. Throws if the server has none. */
export async function loadObjectKind(kind: string): Promise<ObjectKind> {
  const found = (await loadDefinitionTables()).kind.find((each) => each.kind === kind)
  if (!found) throw new Error(`There is no table of attributes for ${kind}.`)
  return found
}

/** Returns the attributes that objects of a type have. */
export function findTypeAttributes(kind: ObjectKind, type: string): readonly AttributeDefinition[] {
  return kind.attributes.filter(({ types }) => types?.includes(type) ?? true)
}

/** Replaces the defaults of the attributes by the values of the default object, if it is available. */
export function applyDefaults(
  attributes: readonly AttributeDefinition[],
  defaults: ObjectAttributes | undefined,
): readonly AttributeDefinition[] {
  if (!defaults) return attributes
  return attributes.map((attribute) => {
    const initial = attribute.form === 'secret' ? undefined : defaults[attribute.keyword.toLowerCase()]
    return initial === undefined ? attribute : { ...attribute, initial }
  })
}
