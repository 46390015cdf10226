/** The tables of attributes: what each kind of object has, what it takes, and what it is when nobody says. */
import { request } from './client.ts'
import type { AttributeValue, ObjectAttributes } from './mqsc.ts'

export interface AttributeDefinition {
  /** In upper case. */
  keyword: string
  /** The object types that have it; every type when left out. */
  types?: readonly string[]
  /** `set`: given at any time. `create`: only when the object is made. `show`: never given. */
  access: 'set' | 'create' | 'show'
  initial?: AttributeValue
  /** Ends the sentence "takes …". */
  takes: string
  form: 'number' | 'choice' | 'flag' | 'text' | 'list' | 'secret'
  /** The words of a choice, or those that may stand in the place of a number. */
  words?: readonly string[]
  least?: number
  most?: number
}

export interface ObjectKind {
  kind: string
  /** By type, the object whose attributes a new one takes when nobody says otherwise. */
  defaults?: Readonly<Record<string, string>>
  attributes: readonly AttributeDefinition[]
}

export interface DefinitionTables {
  kind: readonly ObjectKind[]
  /** The verbs of MQSC, each with the object keywords that can follow it. */
  command: readonly { verb: string; qualifiers: readonly string[] }[]
}

let loaded: Promise<DefinitionTables> | undefined

/** All tables. Loaded once. */
export async function loadDefinitionTables(): Promise<DefinitionTables> {
  loaded ??= request<DefinitionTables>('GET', 'kinds')
  try {
    return await loaded
  } catch (error) {
    loaded = undefined // asked again by the next one
    throw error
  }
}

/** The table of one kind. */
export async function loadObjectKind(kind: string): Promise<ObjectKind> {
  const found = (await loadDefinitionTables()).kind.find((each) => each.kind === kind)
  if (!found) throw new Error(`There is no table of attributes for ${kind}.`)
  return found
}

/** The attributes that objects of a type have. */
export function findTypeAttributes(kind: ObjectKind, type: string): readonly AttributeDefinition[] {
  return kind.attributes.filter(({ types }) => types?.includes(type) ?? true)
}

/** The attributes with the defaults that an object lends; those of the tables where it lends none. */
export function applyDefaults(
  attributes: readonly AttributeDefinition[],
  lent: ObjectAttributes | undefined,
): readonly AttributeDefinition[] {
  if (!lent) return attributes
  return attributes.map((attribute) => {
    const initial = attribute.form === 'secret' ? undefined : lent[attribute.keyword.toLowerCase()]
    return initial === undefined ? attribute : { ...attribute, initial }
  })
}
