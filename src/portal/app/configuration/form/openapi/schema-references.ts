/** The references of an API document to one of its schemas. */
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import type { ValuePath } from '../../schema/path-pattern.ts'
import { findSchemasPath, renderReference } from './schema-choice.ts'

/** Returns the paths of the `$ref` members that name a schema. */
export function findSchemaReferences(document: unknown, name: string): ValuePath[] {
  const wanted = renderReference(name, document)
  const found: ValuePath[] = []
  const search = (value: unknown, path: ValuePath) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      if (key === '$ref' && member === wanted) found.push(at)
      else search(member, at)
    }
  }
  search(document, [])
  return found
}

/** Returns the edits that rename a schema and every reference to it. */
export function renameSchema(document: unknown, name: string, next: string): YamlEdit[] {
  const references = findSchemaReferences(document, name)
  const value = renderReference(next, document)
  return [
    ...references.map((path): YamlEdit => ({ do: 'set', path: [...path], value })),
    { do: 'rename', path: [...findSchemasPath(document), name], name: next },
  ]
}
