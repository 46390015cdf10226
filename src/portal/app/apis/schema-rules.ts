/** Describes the type and the rules of a schema as text. All functions are pure. */

import type { JsonSchema } from '../../../lib/json-schema/json-schema.ts'
import type { SchemaView } from '../../rest/index.ts'
import { isSchema, resolveSchema } from './schema-types.ts'

/** Returns the type with its name and format: `Customer`, `string (date)`, `list of integer`, `string or null`. */
export function describeType(
  schema: JsonSchema,
  name: string | undefined,
  schemas: readonly SchemaView[],
): string {
  const types = [schema.type ?? []].flat()
  const plain = types.filter((each) => each !== 'null')
  const orNull = schema.nullable === true || types.includes('null') ? ' or null' : ''
  if (plain.length === 1 && plain[0] === 'array') {
    const { schema: item, name: itemName } = resolveSchema(schema.items, schemas)
    return `list of ${isSchema(schema.items) ? describeType(item, itemName, schemas) : 'anything'}${orNull}`
  }
  const kind = plain.join(' or ') || guessType(schema)
  const word = schema.format ? `${kind} (${schema.format})` : kind
  return `${name ? `${name}: ${word}` : word}${orNull}`
}

/** Derives a type for a schema without `type`. */
function guessType({ properties, allOf, oneOf, anyOf, enum: values }: JsonSchema): string {
  if (properties || allOf) return 'object'
  if (oneOf) return 'one of the alternatives'
  if (anyOf) return 'any of the alternatives'
  return values
    ? [...new Set(values.map((each) => (each === null ? 'null' : typeof each)))].join(' or ')
    : 'anything'
}

/** The rules with one value, as text in which `#` stands for the value. */
const ruleTexts = {
  minimum: 'at least #',
  maximum: 'at most #',
  exclusiveMinimum: 'greater than #',
  exclusiveMaximum: 'less than #',
  multipleOf: 'a multiple of #',
  minLength: 'at least # characters',
  maxLength: 'at most # characters',
  pattern: 'matches #',
  minItems: 'at least # items',
  maxItems: 'at most # items',
  minProperties: 'at least # members',
  maxProperties: 'at most # members',
} as const

export function listRules(schema: JsonSchema): string[] {
  const keywords: Readonly<Record<string, unknown>> = { ...schema }
  const rules = Object.entries(ruleTexts)
    .filter(([rule]) => keywords[rule] !== undefined)
    .map(([rule, text]) => text.replace('#', () => String(keywords[rule])))
  return [
    ...('const' in schema ? [`always ${JSON.stringify(schema.const)}`] : []),
    ...rules,
    ...(schema.uniqueItems === true ? ['no item twice'] : []),
    ...('default' in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
    ...(schema.readOnly ? ['only in responses'] : []),
    ...(schema.writeOnly ? ['only in requests'] : []),
    ...(schema.additionalProperties === false ? ['no other members'] : []),
  ]
}
