/** Describes the type and the rules of a schema as text. All functions are pure. */
import type { JsonSchema } from '../../../lib/json-schema/json-schema.ts'
import { t } from '../../../ui/text/t.ts'
import type { SchemaView } from '../../rest/index.ts'

/** Returns the type with its name and format: `Customer`, `string (date)`, `list of integer`, `string or null`. */
export function describeType(schema: JsonSchema, name: string | undefined, schemas: readonly SchemaView[]): string {
  const types = [schema.type ?? []].flat()
  const plain = types.filter((each) => each !== 'null')
  const isNullable = schema.nullable === true || types.includes('null')
  const text = describeTypeWithoutNull(plain, schema, name, schemas)
  return isNullable ? t('{type} or null', { type: text }) : text
}

function describeTypeWithoutNull(
  plain: readonly string[],
  schema: JsonSchema,
  name: string | undefined,
  schemas: readonly SchemaView[],
): string {
  if (plain.length === 1 && plain[0] === 'array') {
    const { schema: item, name: itemName } = resolveSchema(schema.items, schemas)
    return t('list of {type}', { type: isSchema(schema.items) ? describeType(item, itemName, schemas) : t('anything') })
  }
  const kind = plain.join(t(' or ')) || guessType(schema)
  const word = schema.format ? `${kind} (${schema.format})` : kind
  return name ? `${name}: ${word}` : word
}

/** Derives a type for a schema without `type`. */
function guessType({ properties, allOf, oneOf, anyOf, enum: values }: JsonSchema): string {
  if (properties || allOf) return 'object'
  if (oneOf) return t('one of the alternatives')
  if (anyOf) return t('any of the alternatives')
  return values
    ? [...new Set(values.map((each) => (each === null ? 'null' : typeof each)))].join(t(' or '))
    : t('anything')
}

/** The rules with one value, as text. */
const ruleTexts: Readonly<Record<string, (value: string) => string>> = {
  minimum: (value) => t('at least {value}', { value }),
  maximum: (value) => t('at most {value}', { value }),
  exclusiveMinimum: (value) => t('greater than {value}', { value }),
  exclusiveMaximum: (value) => t('less than {value}', { value }),
  multipleOf: (value) => t('a multiple of {value}', { value }),
  minLength: (value) => t('at least {value} characters', { value }),
  maxLength: (value) => t('at most {value} characters', { value }),
  pattern: (value) => t('matches {value}', { value }),
  minItems: (value) => t('at least {value} items', { value }),
  maxItems: (value) => t('at most {value} items', { value }),
  minProperties: (value) => t('at least {value} members', { value }),
  maxProperties: (value) => t('at most {value} members', { value }),
}

export function listRules(schema: JsonSchema): string[] {
  const keywords: Readonly<Record<string, unknown>> = { ...schema }
  const rules = Object.entries(ruleTexts)
    .filter(([rule]) => keywords[rule] !== undefined)
    .map(([rule, describe]) => describe(String(keywords[rule])))
  return [
    ...('const' in schema ? [t('always {value}', { value: JSON.stringify(schema.const) })] : []),
    ...rules,
    ...(schema.uniqueItems === true ? [t('no item twice')] : []),
    ...('default' in schema ? [t('default {value}', { value: JSON.stringify(schema.default) })] : []),
    ...(schema.readOnly ? [t('only in responses')] : []),
    ...(schema.writeOnly ? [t('only in requests')] : []),
    ...(schema.additionalProperties === false ? [t('no other members')] : []),
  ]
}

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
