/** The references of an API document to its schemas. */
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import type { ValuePath } from '../../schema/path-pattern.ts'
import { findSchemasPath, renderReference } from './schema-choice.ts'

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
