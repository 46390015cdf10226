/** Chooses the field of a form for a schema. */
import type { JsonSchema } from '../../../../../../shared/lib/json-schema/json-schema.ts'

/**
 * `texts` is a list of texts, `choices` a list of values from an enumeration, `map` has members with free names,
 * `steps` is a list of policies, `other` is left to the YAML.
 */
export type FieldType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'constant'
  | 'choices'
  | 'texts'
  | 'group'
  | 'map'
  | 'list'
  | 'steps'
  | 'variants'
  | 'other'

export function findFieldType(schema: JsonSchema, variants: readonly JsonSchema[]): FieldType {
  if (variants.length > 0) return isScalarUnion(variants) ? 'text' : 'variants'
  const { type, const: constant, enum: values, items } = schema
  if (constant !== undefined || type === 'null') return 'constant'
  if (values) return 'choice'
  if (type === 'object') {
    if (schema.properties) return 'group'
    return schema.patternProperties ? 'map' : 'other'
  }
  if (type === 'array') return items ? findListType(items) : 'other'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'string' ? 'text' : 'other'
}

function findListType({ enum: values, anyOf = [], type, const: constant }: JsonSchema): FieldType {
  if (constant !== undefined) return 'texts'
  if (values ?? anyOf.find((each) => each.enum)) return 'choices'
  if (type === 'string' || (anyOf.length > 0 && anyOf.every((each) => each.type === 'string'))) return 'texts'
  if (type === 'integer' || type === 'number') return 'texts'
  return 'list'
}

/** A text field can hold every value of a union of plain types. */
function isScalarUnion(variants: readonly JsonSchema[]): boolean {
  return variants.every(({ type, enum: values, const: constant, anyOf }) =>
    anyOf
      ? isScalarUnion(anyOf)
      : values !== undefined ||
        constant !== undefined ||
        ['string', 'number', 'integer', 'boolean'].includes(String(type)),
  )
}
