/**
 * Reads a JSON Schema as a tree for people: each member with its type, its rules and its own members, which are read
 * when the reader unfolds them, so that a recursive schema has no end and needs none. All functions are pure.
 */
import type { JsonSchema } from '../../../../../shared/lib/json-schema/json-schema.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { SchemaView } from '../../rest/index.ts'

/** Returns the type with its name and format: `Customer`, `string (date)`, `list of integer`, `string or null`. */
function describeType(schema: JsonSchema, name: string | undefined, schemas: readonly SchemaView[]): string {
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

function listRules(schema: JsonSchema): string[] {
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

interface ResolvedSchema {
  schema: JsonSchema
  /** The name of the schema in the document, if it has one. */
  name?: string | undefined
}

/** Follows a reference to a schema of the list. Anything that is no schema becomes one that accepts everything. */
function resolveSchema(given: unknown, schemas: readonly SchemaView[]): ResolvedSchema {
  let current: ResolvedSchema = { schema: isSchema(given) ? given : {} }
  for (let steps = 0; steps < maxReferences && current.schema.$ref !== undefined; steps++) {
    const target = schemas[Number(/^#\/\$defs\/(\d+)$/.exec(current.schema.$ref)?.[1] ?? Number.NaN)]
    if (!target) return current
    const name = current.name ?? target.name
    current = { schema: isSchema(target.schema) ? target.schema : {}, name }
  }
  return current
}

/** Longer chains of references lead in a circle. */
const maxReferences = 20

function isSchema(given: unknown): given is JsonSchema {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

export interface SchemaNode {
  /** The name of the member; what it stands for where there is no name: `items`, `other members`, an alternative. */
  name: string
  /** Whether `name` is the name of a member, as it is sent. */
  isMember: boolean
  isRequired: boolean
  isDeprecated: boolean
  type: string
  description: string | undefined
  /** The rules as text: `at least 1`, `default "new"`. */
  rules: readonly string[]
  /** The accepted values of an enumeration, as JSON. */
  values: readonly string[]
  example: string | undefined
  /** Whether there is something to unfold. */
  hasMembers: boolean
  schema: JsonSchema
}

/** Returns the root of the schema with an index. */
export function readSchemaRoot(index: number, schemas: readonly SchemaView[]): SchemaNode {
  return readNode({ $ref: `#/$defs/${index}` }, { name: '', isMember: false, isRequired: false }, schemas)
}

/** Returns the members of a node: of an object, of the items of a list, or its alternatives. */
export function listSchemaMembers({ schema }: SchemaNode, schemas: readonly SchemaView[]): SchemaNode[] {
  const whole = mergeAllOf(schema, schemas, 0)
  if (isSchema(whole.items) && hasMembers(resolveSchema(whole.items, schemas).schema)) {
    const items = readNode(whole.items, { name: t('items'), isMember: false, isRequired: false }, schemas)
    return isPlainObject(items.schema) ? listSchemaMembers(items, schemas) : [items]
  }
  const required = new Set(whole.required)
  const members = Object.entries(whole.properties ?? {}).map(([name, part]) =>
    readNode(part, { name, isMember: true, isRequired: required.has(name) }, schemas),
  )
  const alternatives = [...(whole.oneOf ?? []), ...(whole.anyOf ?? [])]
  const choices = alternatives.map((part, at) =>
    readNode(part, { name: nameAlternative(part, at, whole, schemas), isMember: false, isRequired: false }, schemas),
  )
  const others = isSchema(whole.additionalProperties)
    ? [readNode(whole.additionalProperties, { name: t('other members'), isMember: false, isRequired: false }, schemas)]
    : []
  return [...members, ...choices, ...others]
}

function readNode(
  given: unknown,
  named: Pick<SchemaNode, 'name' | 'isMember' | 'isRequired'>,
  schemas: readonly SchemaView[],
): SchemaNode {
  const { schema, name } = resolveSchema(given, schemas)
  const whole = mergeAllOf(schema, schemas, 0)
  const own = isSchema(given) && given !== schema ? given : {} // members beside a $ref
  const example = own.example ?? whole.example ?? whole.examples?.[0]
  return {
    ...named,
    isDeprecated: whole.deprecated === true,
    type: describeType(whole, name, schemas),
    description: own.description ?? whole.description,
    rules: listRules(whole),
    values: (whole.enum ?? []).map((each) => JSON.stringify(each)),
    example: example === undefined || typeof example === 'object' ? undefined : JSON.stringify(example),
    hasMembers: hasMembers(whole) && (!isSchema(whole.items) || hasMembers(resolveSchema(whole.items, schemas).schema)),
    schema,
  }
}

/** `allOf` deeper than this is not merged: it contains itself. */
const maxAllOfDepth = 10

/** Returns the schema with the members of its `allOf` parts. */
function mergeAllOf(schema: JsonSchema, schemas: readonly SchemaView[], depth: number): JsonSchema {
  if (!schema.allOf || depth > maxAllOfDepth) return schema
  const { allOf, ...own } = schema
  const parts = [...allOf.map((each) => mergeAllOf(resolveSchema(each, schemas).schema, schemas, depth + 1)), own]
  const merged: JsonSchema = Object.assign({}, ...parts)
  const properties = Object.assign({}, ...parts.map((each) => each.properties ?? {}))
  const required = parts.flatMap((each) => each.required ?? [])
  return {
    ...merged,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** Names an alternative by the value of the discriminator that selects it, or by its schema. */
function nameAlternative(
  part: unknown,
  at: number,
  { discriminator }: JsonSchema,
  schemas: readonly SchemaView[],
): string {
  const { schema, name } = resolveSchema(part, schemas)
  const property = discriminator?.propertyName
  const member = property === undefined ? undefined : schema.properties?.[property]
  const { const: only, enum: values } = isSchema(member) ? resolveSchema(member, schemas).schema : ({} as JsonSchema)
  const value = only ?? (values?.length === 1 ? values[0] : undefined)
  if (property !== undefined && (value !== undefined || name !== undefined))
    return `${property} = ${JSON.stringify(value ?? name)}`
  return name ?? t('alternative {number}', { number: at + 1 })
}

function hasMembers(schema: JsonSchema): boolean {
  return (
    (['properties', 'oneOf', 'anyOf', 'allOf', 'items'] as const).some((word) => schema[word] !== undefined) ||
    isSchema(schema.additionalProperties)
  )
}

function isPlainObject(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.allOf !== undefined
}
