/** How a form reads the JSON Schema of a document. */
import type { JsonSchema } from '../../../../../../shared/lib/json-schema/json-schema.ts'

/** Returns the smallest value of the shape that a schema describes; members with a default are left out. */
export function buildInitialValue(given: JsonSchema, root: JsonSchema): unknown {
  const { schema, variants } = simplifySchema(given, root)
  const [first] = variants
  if (first) return buildInitialValue(first, root)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.default ?? schema.enum[0]
  if (schema.type === 'object') {
    const members = (schema.required ?? []).flatMap((name) => {
      const member = schema.properties?.[name]
      return member ? [[name, buildInitialValue(member, root)] as const] : []
    })
    return Object.fromEntries(members)
  }
  if (schema.type === 'array') return []
  if (schema.type === 'integer' || schema.type === 'number') return schema.default ?? schema.minimum ?? 0
  if (schema.type === 'boolean') return schema.default ?? false
  return schema.default ?? ''
}

/** A schema without its alternatives for references such as `$env{NAME}` and for null. */
export interface PlainSchema {
  schema: JsonSchema
  /** The schemas to choose from, when a value can have several shapes. */
  variants: readonly JsonSchema[]
}

/** Returns whether a written value is a reference that the gateway resolves when it loads the document. */
export function isReference(value: unknown): value is string {
  return typeof value === 'string' && /\$(env|file)\{/.test(value)
}

/** Returns the schema that describes the plain value. `root` has the definitions to which `$ref` points. */
export function simplifySchema(given: JsonSchema, root: JsonSchema): PlainSchema {
  const pointed = given.$ref && root.definitions?.[given.$ref.replace('#/definitions/', '')]
  const schema = pointed || given
  const { anyOf, ...own } = schema
  if (!anyOf) return { schema, variants: [] }

  const variants = anyOf.filter((each) => !isReferenceSchema(each) && each.type !== 'null')
  const [only] = variants
  if (!only) return { schema: { ...own, type: 'string' }, variants: [] }
  if (variants.length > 1) return { schema: own, variants }
  const inner = simplifySchema(only, root)
  return { schema: { ...inner.schema, ...own }, variants: inner.variants }
}

/** Returns whether a schema accepts only texts with a reference. */
function isReferenceSchema({ type, pattern }: JsonSchema): boolean {
  return type === 'string' && pattern !== undefined && /^\^?\\\$(\(|env)/.test(pattern)
}

/** Returns the index of the first variant that a value fits by its members; -1 when it fits none. */
export function findVariant(value: unknown, variants: readonly JsonSchema[], root: JsonSchema): number {
  return variants.findIndex((variant) => fits(value, simplifySchema(variant, root).schema))
}

/** Returns the variant that a value fits, or else the one of whose required members it has the most: a document can be incomplete. */
export function findNearestVariant(
  value: unknown,
  variants: readonly JsonSchema[],
  root: JsonSchema,
): JsonSchema | undefined {
  const fitting = variants[findVariant(value, variants, root)]
  if (fitting || typeof value !== 'object' || value === null) return fitting ?? variants[0]
  const countPresent = (variant: JsonSchema) =>
    (simplifySchema(variant, root).schema.required ?? []).filter((name) => name in value).length
  return variants.toSorted((one, other) => countPresent(other) - countPresent(one))[0]
}

function fits(value: unknown, { type, properties = {}, required = [], const: constant }: JsonSchema): boolean {
  if (constant !== undefined) return value === constant
  if (type === 'array') return Array.isArray(value)
  if (type !== 'object') return type === undefined || typeof value === type || type === 'integer'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = value as Record<string, unknown>
  return (
    required.every((name) => name in members) &&
    Object.entries(properties).every(
      ([name, each]) => each.const === undefined || !(name in members) || members[name] === each.const,
    )
  )
}

/** Returns whether a schema says anything about its value. Members that the gateway ignores have an empty schema. */
export function isDescribed(schema: JsonSchema): boolean {
  return Object.keys(schema).length > 0
}
