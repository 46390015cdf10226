/**
 * Flattens a JSON Schema into lines: each member with its type and its rules, nested members indented. All
 * functions are pure.
 */
import type { SchemaView } from '../../rest/index.ts'

export interface SchemaLine {
  depth: number
  /** The name of the member; empty for the value itself. */
  name: string
  required: boolean
  type: string
  /** The description and the rules of the member. */
  note: string
}

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema | boolean
  additionalProperties?: Schema | boolean
  readOnly?: boolean
  writeOnly?: boolean
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  [rule: string]: unknown
}

/** Deeper members and longer lists are cut off, because they are hard to read. */
const maxDepth = 8
const maxLines = 300

export function flattenSchema(index: number, schemas: readonly SchemaView[]): readonly SchemaLine[] {
  const lines: SchemaLine[] = []

  function add(given: unknown, name: string, required: boolean, depth: number, above: readonly number[]) {
    if (lines.length >= maxLines) return
    const { schema, called, at } = resolve(given, schemas)
    const again = at !== undefined && above.includes(at)
    lines.push({ depth, name, required, type: typeOf(schema, called, schemas), note: noteOf(schema) })
    if (again || depth >= maxDepth) return

    const within = at === undefined ? above : [...above, at]
    const inner = membersOf(schema, schemas, within)
    for (const [member, part, needed] of inner) add(part, member, needed, depth + 1, within)
  }

  add({ $ref: `#/$defs/${index}` }, '', false, 0, [])
  return lines
}

/** Returns the members of an object or of the items of an array. Alternatives (`oneOf`, `anyOf`) count as members. */
function membersOf(
  schema: Schema,
  schemas: readonly SchemaView[],
  above: readonly number[],
): [string, unknown, boolean][] {
  const members: [string, unknown, boolean][] = []
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    members.push([name, part, schema.required?.includes(name) ?? false])
  }
  for (const part of schema.allOf ?? []) {
    const { schema: merged, at } = resolve(part, schemas)
    if (at !== undefined && above.includes(at)) continue
    members.push(...membersOf(merged, schemas, at === undefined ? above : [...above, at]))
  }
  for (const part of [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]) members.push(['or', part, false])
  if (isSchema(schema.items) && hasMembers(schema.items, schemas)) {
    members.push(['each', schema.items, false])
  }
  if (isSchema(schema.additionalProperties)) members.push(['any other', schema.additionalProperties, false])
  return members
}

function hasMembers(given: Schema, schemas: readonly SchemaView[]): boolean {
  const { schema } = resolve(given, schemas)
  return ['properties', 'oneOf', 'anyOf', 'allOf', 'items', 'additionalProperties'].some(
    (word) => word in schema,
  )
}

function resolve(
  given: unknown,
  schemas: readonly SchemaView[],
): { schema: Schema; called?: string; at?: number } {
  if (!isSchema(given)) return { schema: {} }
  const at = Number(/^#\/\$defs\/(\d+)$/.exec(given.$ref ?? '')?.[1] ?? Number.NaN)
  const target = schemas[at]
  if (!target) return { schema: given }
  const schema = isSchema(target.schema) ? target.schema : {}
  return { schema, at, ...(target.name ? { called: target.name } : {}) }
}

function typeOf(schema: Schema, called: string | undefined, schemas: readonly SchemaView[]): string {
  const type = [schema.type ?? []].flat().join(' or ')
  if (type === 'array' && isSchema(schema.items)) {
    const { schema: item, called: itemCalled } = resolve(schema.items, schemas)
    return `list of ${typeOf(item, itemCalled, schemas)}`
  }
  const word = type || kindOf(schema)
  const kind = schema.format ? `${word} (${schema.format})` : word
  return called ? `${called}: ${kind}` : kind
}

/** Derives a type name for a schema without `type`. */
function kindOf({ properties, enum: values }: Schema): string {
  if (properties) return 'object'
  return values ? [...new Set(values.map((each) => typeof each))].join(' or ') : 'anything'
}

/** Rules that are shown as their name and value. */
const plainRules = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
] as const

function noteOf(schema: Schema): string {
  const rules = plainRules
    .filter((rule) => schema[rule] !== undefined)
    .map((rule) => `${rule} ${String(schema[rule])}`)
  return [
    schema.description ?? '',
    ...(schema.enum ? [`one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`] : []),
    ...('const' in schema ? [`always ${JSON.stringify(schema.const)}`] : []),
    ...rules,
    ...('default' in schema ? [`default ${JSON.stringify(schema.default)}`] : []),
    ...(schema.readOnly ? ['only in answers'] : []),
    ...(schema.writeOnly ? ['only in requests'] : []),
  ]
    .filter((each) => each !== '')
    .join('; ')
}

function isSchema(given: unknown): given is Schema {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
