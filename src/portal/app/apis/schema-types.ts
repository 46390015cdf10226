/** References between the JSON Schemas of an API. */
import type { JsonSchema } from '../../../lib/json-schema/json-schema.ts'
import type { SchemaView } from '../../rest/index.ts'

export interface ResolvedSchema {
  schema: JsonSchema
  /** The name of the schema in the document, if it has one. */
  name?: string
}

/** Follows a reference to a schema of the list. Anything that is no schema becomes one that accepts everything. */
export function resolveSchema(given: unknown, schemas: readonly SchemaView[]): ResolvedSchema {
  let current: ResolvedSchema = { schema: isSchema(given) ? given : {} }
  for (let steps = 0; steps < maxReferences && current.schema.$ref !== undefined; steps++) {
    const target = schemas[Number(/^#\/\$defs\/(\d+)$/.exec(current.schema.$ref)?.[1] ?? Number.NaN)]
    if (!target) return current
    const name = current.name ?? target.name
    current = { schema: isSchema(target.schema) ? target.schema : {}, ...(name !== undefined && { name }) }
  }
  return current
}

/** Longer chains of references lead in a circle. */
const maxReferences = 20

export function isSchema(given: unknown): given is JsonSchema {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
