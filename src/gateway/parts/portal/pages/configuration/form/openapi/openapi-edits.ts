/** Edits of an API document: the choice of a schema, properties with the list of required names, new operations, references. */

import { isJsonObject } from '../../../../../../../shared/lib/collections/json-object.ts'
import type { YamlEdit } from '../../../../../../../shared/lib/yaml/edit-yaml.ts'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { readPath, type ValuePath } from '../../schema/path-pattern.ts'

interface SchemaChoice {
  value: string
  title: string
}

const plainTypes = ['string', 'integer', 'number', 'boolean', 'object'] as const
/** The members that describe a plain type: with any other one, a schema is changed in the YAML. */
const plainMembers = ['type', 'format', 'description', 'example', 'default', 'enum', 'nullable', 'readOnly', 'title']
/** The members that stay when another type is chosen. */
const keptMembers = ['description', 'example', 'title']

/** Returns the path of the map of schemas: `definitions` in Swagger 2.0. */
function findSchemasPath(document: unknown): readonly string[] {
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

/**
 * Returns what can be chosen for a parameter, a body or a property: plain types, the schemas of the document, and lists of
 * both. A choice is a text: `type:string`, `types:string` for a list, `ref:Customer`, `refs:Customer` for a list, `inline` for
 * any other schema, and an empty text for none.
 */
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

/** Returns the names of the required properties of the schema at a path. */
export function readRequired(document: unknown, schema: ValuePath): readonly string[] {
  const names = readPath(document, [...schema, 'required'])
  return Array.isArray(names) ? names.map(String) : []
}

export function renameProperty(document: unknown, schema: ValuePath, name: string, next: string): YamlEdit[] {
  const required = readRequired(document, schema)
  const rename: YamlEdit = { do: 'rename', path: [...schema, 'properties', name], name: next }
  if (!required.includes(name)) return [rename]
  return [
    rename,
    ...writeRequired(
      schema,
      required.map((each) => (each === name ? next : each)),
    ),
  ]
}

export function removeProperty(document: unknown, schema: ValuePath, name: string): YamlEdit[] {
  return [{ do: 'remove', path: [...schema, 'properties', name] }, ...setRequired(document, schema, name, false)]
}

/** Returns the edits after which a property is required or not; none when nothing changes. */
export function setRequired(document: unknown, schema: ValuePath, name: string, isRequired: boolean): YamlEdit[] {
  const required = readRequired(document, schema)
  if (required.includes(name) === isRequired) return []
  return writeRequired(schema, isRequired ? [...required, name] : required.filter((each) => each !== name))
}

/** An empty list is not valid in Swagger 2.0 and OpenAPI 3.0. */
function writeRequired(schema: ValuePath, names: readonly string[]): YamlEdit[] {
  const path = [...schema, 'required']
  return names.length === 0 ? [{ do: 'remove', path }] : [{ do: 'set', path, value: names }]
}

/** Returns an operation with the parameters of its path template that the path does not describe, and with one response. */
export function buildNewOperation(template: string, pathItem: unknown, document: unknown): object {
  const isSwagger = typeof document === 'object' && document !== null && 'swagger' in document
  const described = readParameterNames(pathItem)
  const type = isSwagger ? { type: 'string' } : { schema: { type: 'string' } }
  const parameters = [...template.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name]) => name as string)
    .filter((name) => !described.includes(name))
    .map((name) => ({ name, in: 'path', required: true, ...type }))
  return { ...(parameters.length > 0 && { parameters }), responses: { 200: { description: 'OK' } } }
}

function readParameterNames(pathItem: unknown): readonly unknown[] {
  const { parameters } = (pathItem ?? {}) as { parameters?: unknown }
  return Array.isArray(parameters) ? parameters.map((each) => (each as { name?: unknown } | null)?.name) : []
}

/** Returns how often each reference is in the document, by its text: `#/definitions/Customer`. */
export function countReferences(document: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { reference } of listReferences(document)) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  return counts
}

/** Returns the edits that rename a schema and every reference to it. */
export function renameSchema(document: unknown, name: string, next: string): YamlEdit[] {
  const before = renderReference(name, document)
  const value = renderReference(next, document)
  return [
    ...listReferences(document)
      .filter(({ reference }) => reference === before)
      .map(({ path }): YamlEdit => ({ do: 'set', path: [...path], value })),
    { do: 'rename', path: [...findSchemasPath(document), name], name: next },
  ]
}

interface Reference {
  /** The path of the member `$ref`. */
  readonly path: ValuePath
  readonly reference: string
}

function listReferences(value: unknown, path: ValuePath = []): Reference[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    return key === '$ref' && typeof member === 'string' ? [{ path: at, reference: member }] : listReferences(member, at)
  })
}
