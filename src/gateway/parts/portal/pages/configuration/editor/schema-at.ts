/** Finds the schemas of a place in a document, and what they offer there. */
import type { JsonSchema } from '../../../../../../shared/lib/json-schema/json-schema.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { PlaceStep } from './cursor-place.ts'

/** The number of references and alternatives within each other that are followed. */
const maxDepth = 12

/** Returns the schemas that a value at a place can have, with their references followed. */
export function findSchemas(
  root: JsonSchema,
  steps: readonly PlaceStep[],
  members: ReadonlyMap<string, string> = new Map(),
): readonly JsonSchema[] {
  const inner = steps.reduce<readonly JsonSchema[]>(
    (found, { name, siblings }) =>
      found.flatMap((each) => expand(each, root, siblings)).flatMap((each) => step(each, name)),
    [root],
  )
  return [...new Set(inner.flatMap((each) => expand(each, root, members)))]
}

/** Returns the plain schemas in a schema, without alternatives that the members of the value rule out. */
function expand(schema: JsonSchema, root: JsonSchema, members: PlaceStep['siblings'], depth = 0): JsonSchema[] {
  const pointed = schema.$ref === undefined ? undefined : root.definitions?.[schema.$ref.replace('#/definitions/', '')]
  if (depth > maxDepth) return []
  if (pointed) return expand(pointed, root, members, depth + 1)
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const inner = parts.flatMap((each) => expand(each, root, members, depth + 1))
  return [...(isRuledOut(schema, members) ? [] : [schema]), ...inner]
}

function isRuledOut({ properties = {} }: JsonSchema, members: PlaceStep['siblings']): boolean {
  return Object.entries(properties).some(([name, { const: constant }]) => {
    const value = members.get(name)
    return constant !== undefined && value !== undefined && value !== '' && value !== String(constant)
  })
}

function step(schema: JsonSchema, name: string): readonly JsonSchema[] {
  if (name === '-') return schema.items ? [schema.items] : []
  const own = schema.properties?.[name]
  if (own) return [own]
  const matching = Object.entries(schema.patternProperties ?? {}).filter(([pattern]) => new RegExp(pattern).test(name))
  if (matching.length > 0) return matching.map(([, each]) => each)
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
}

/** Returns the members that schemas describe; a member that the gateway ignores has an empty schema and is left out. */
export function listMembers(schemas: readonly JsonSchema[]): ReadonlyMap<string, JsonSchema> {
  const members = schemas.flatMap(({ properties = {} }) => Object.entries(properties))
  return new Map(members.filter(([, schema]) => Object.keys(schema).length > 0).toReversed())
}

/** Returns the values that schemas name. */
export function listValues(schemas: readonly JsonSchema[]): readonly string[] {
  const values = schemas.flatMap(({ enum: listed = [], const: constant, type, default: initial }) => [
    ...listed,
    ...(constant === undefined ? [] : [constant]),
    ...(type === 'boolean' ? [true, false] : []),
    ...(initial === undefined || initial === null || typeof initial === 'object' ? [] : [initial]),
  ])
  return [...new Set(values.map(String))].filter((each) => each !== '')
}

/** Returns what schemas say about a value, in lines: description, types, default and values. */
export function describeSchemas(schemas: readonly JsonSchema[]): readonly string[] {
  const unique = (texts: readonly (string | undefined)[]) => [...new Set(texts.filter((each) => each !== undefined))]
  const types = unique(schemas.flatMap(({ type }) => type)).join(', ')
  const [initial] = schemas.flatMap(({ default: each }) => (each === undefined ? [] : [JSON.stringify(each)]))
  const values = unique(schemas.flatMap(({ enum: listed = [] }) => listed.map(String))).join(', ')
  return [
    ...unique(schemas.map(({ description }) => description)),
    ...(types === '' ? [] : [t('Type: {types}', { types })]),
    ...(initial === undefined ? [] : [t('Default: {value}', { value: initial })]),
    ...(values === '' ? [] : [t('Values: {values}', { values })]),
  ]
}
