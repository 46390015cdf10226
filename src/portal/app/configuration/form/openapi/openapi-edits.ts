/** Edits of an API document: properties of an object schema with its list of required names, new operations, references to schemas. */
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import { readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { findSchemasPath, renderReference } from './schema-choice.ts'

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
