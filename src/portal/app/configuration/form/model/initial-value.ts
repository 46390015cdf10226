/** Builds the value with which a new entry of a list or a map begins. */
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'

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
