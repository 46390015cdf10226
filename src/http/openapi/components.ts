/** Components of an OpenAPI document that several operations refer to. */
import type { JsonSchema } from '../../lib/json-schema/json-schema.ts'

/** Returns the schema with references in place of named schemas, which become components of the document. */
export type Refer = (schema: JsonSchema) => JsonSchema

/** Collects the schemas that have a title as components. */
export function openComponents(): { components: Record<string, JsonSchema>; refer: Refer } {
  const components: Record<string, JsonSchema> = {}
  return { components, refer: (schema) => refer(schema) as JsonSchema }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, refer(each)]))
    if (typeof inner.title !== 'string') return inner
    components[inner.title] = inner
    return { $ref: `#/components/schemas/${inner.title}` }
  }
}
