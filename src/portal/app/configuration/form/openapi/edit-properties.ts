/** The edits of the properties of an object schema, together with its list of required names. */
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import { readPath, type ValuePath } from '../../schema/path-pattern.ts'

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
