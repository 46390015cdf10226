/**
 * The schemas that a form offers for a parameter, a body or a property: plain types, the schemas of the document, and lists of
 * both. A choice is a text: `type:string`, `types:string` for a list, `ref:Customer`, `refs:Customer` for a list, `inline` for
 * any other schema, and an empty text for none.
 */
import { isJsonObject } from '../../../../../lib/collections/json-object.ts'
import { t } from '../../../../../ui/text/t.ts'

export interface SchemaChoice {
  value: string
  title: string
}

const plainTypes = ['string', 'integer', 'number', 'boolean', 'object'] as const
/** The members that describe a plain type: with any other one, a schema is changed in the YAML. */
const plainMembers = ['type', 'format', 'description', 'example', 'default', 'enum', 'nullable', 'readOnly', 'title']
/** The members that stay when another type is chosen. */
const keptMembers = ['description', 'example', 'title']

/** Returns the path of the map of schemas: `definitions` in Swagger 2.0. */
export function findSchemasPath(document: unknown): readonly string[] {
  return isJsonObject(document) && 'swagger' in document ? ['definitions'] : ['components', 'schemas']
}

/** Returns the schemas of the document by their names. */
function readSchemas(document: unknown): Readonly<Record<string, unknown>> {
  const found = findSchemasPath(document).reduce<unknown>(
    (inner, step) => (isJsonObject(inner) ? inner[step] : undefined),
    document,
  )
  return isJsonObject(found) ? found : {}
}

/** Returns what can be chosen in a document. */
export function listSchemaChoices(document: unknown): SchemaChoice[] {
  const single: SchemaChoice[] = [
    ...plainTypes.map((type) => ({ value: `type:${type}`, title: type })),
    ...Object.keys(readSchemas(document)).map((name) => ({ value: `ref:${name}`, title: name })),
  ]
  const lists = single.map(({ value, title }) => ({
    value: value.replace(':', 's:'),
    title: t('List of {title}', { title }),
  }))
  return [...single, ...lists]
}

/** Returns the choice that a schema is. */
export function readSchemaChoice(schema: unknown, document: unknown): string {
  if (schema === undefined) return ''
  const single = readSingleChoice(schema, document)
  if (single) return single
  const isList = isJsonObject(schema) && schema.type === 'array' && hasOnly(schema, [...plainMembers, 'items'])
  const item = isList ? readSingleChoice(schema.items, document) : undefined
  return item ? item.replace(':', 's:') : 'inline'
}

/** Returns the schema of a choice; undefined for none. A description and an example of the schema before stay. */
export function buildSchemaChoice(choice: string, before: unknown, document: unknown): unknown {
  const [, kind, name] = /^(types?|refs?):(.*)$/s.exec(choice) ?? []
  if (kind === undefined || name === undefined) return choice === 'inline' ? before : undefined
  const single = kind.startsWith('ref') ? { $ref: renderReference(name, document) } : { type: name }
  if (kind === 'ref') return single
  const kept = Object.entries(isJsonObject(before) ? before : {}).filter(([member]) => keptMembers.includes(member))
  const schema = kind === 'type' ? single : { type: 'array', items: single }
  return { ...schema, ...Object.fromEntries(kept) }
}

/** Returns the reference to a schema of the document: a JSON pointer (RFC 6901). */
export function renderReference(name: string, document: unknown): string {
  const pointer = [...findSchemasPath(document), name.replaceAll('~', '~0').replaceAll('/', '~1')]
  return `#/${pointer.join('/')}`
}

function readSingleChoice(schema: unknown, document: unknown): string | undefined {
  if (!isJsonObject(schema)) return undefined
  if ('$ref' in schema) {
    const name = Object.keys(readSchemas(document)).find((each) => renderReference(each, document) === schema.$ref)
    return name === undefined ? undefined : `ref:${name}`
  }
  const isPlain = plainTypes.some((type) => type === schema.type) && hasOnly(schema, plainMembers)
  return isPlain ? `type:${schema.type}` : undefined
}

function hasOnly(schema: Readonly<Record<string, unknown>>, members: readonly string[]): boolean {
  return Object.keys(schema).every((member) => members.includes(member) || member.startsWith('x-'))
}
