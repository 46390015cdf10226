/** Loads the definitions of each kind of object: its attributes, the values that they take, and their defaults. */
import type { AttributeDefinition, DefinitionTables, ObjectKind } from '../../contract/objects.ts'
import { request } from './client.ts'
import type { ObjectAttributes } from './mqsc.ts'

let loaded: Promise<DefinitionTables> | undefined

/** Loads all definition tables once and caches them. */
export async function loadDefinitionTables(): Promise<DefinitionTables> {
  loaded ??= request('GET /kinds', {}, {})
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
    return initial === undefined
      ? attribute
      : { ...attribute, initial: typeof initial === 'object' ? [...initial] : initial }
  })
}
