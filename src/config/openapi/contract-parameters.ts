/**
 * The parameters of an operation: in its path, its query and its header fields.
 *
 * Cookies, parameters that are objects, and those that hold a document of their own (`content`) are not part of the
 * contract: they pass as they are.
 */
import type { Reading } from '../documents/document-kind.ts'
import { type Path, renderPath } from '../text/source.ts'
import type { ParameterContract } from '../types.ts'
import { followRefs } from './local-ref.ts'
import type { SchemaBundle } from './schema-bundle.ts'

type Json = Record<string, unknown>

const places = ['path', 'query', 'header'] as const

/** Fields that OpenAPI describes elsewhere: a parameter of such a name means nothing (OpenAPI 3 section 4.7.12). */
const describedElsewhere = new Set(['accept', 'content-type', 'authorization'])

/** The parameters that stand at these paths; of two with the same name and place the later counts. */
export function readParameters(
  paths: readonly Path[],
  bundle: SchemaBundle,
  reading: Reading,
): ParameterContract[] {
  const parameters = new Map<string, ParameterContract>()
  for (const path of paths) {
    const parameter = readParameter(path, bundle, reading)
    if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...parameters.values()]
}

function readParameter(
  path: Path,
  bundle: SchemaBundle,
  { source, problems }: Reading,
): ParameterContract | undefined {
  const written = source.at(path)
  if (!isJson(written) || typeof written.name !== 'string') {
    problems.error(source.place(path), `${renderPath(path)} must be a parameter with "name" and "in"`)
    return undefined
  }
  const { name } = written
  const location = places.find((each) => each === written.in)
  if (!location || written.content !== undefined) return undefined
  if (location === 'header' && describedElsewhere.has(name.toLowerCase())) return undefined

  const isOwnSchema = source.at(['openapi']) === undefined
  const schemaPath = isOwnSchema ? path : [...path, 'schema']
  if (source.at(schemaPath) === undefined) return undefined
  const found = schemaAt(schemaPath, source)
  if (typesOf(found).includes('object')) return undefined

  const isList = typesOf(found).includes('array')
  const items = isList ? schemaAt([...found.path, 'items'], source) : found
  return {
    name,
    in: location,
    required: written.required === true || location === 'path',
    separator: isList ? separatorOf(written, location) : undefined,
    types: typesOf(items),
    schema: bundle.add(schemaPath),
  }
}

interface FoundSchema {
  path: Path
  schema: Json
}

function schemaAt(path: Path, source: Reading['source']): FoundSchema {
  const target = followRefs(source, path)
  const end = 'refused' in target ? path : target.path
  const schema = source.at(end)
  return { path: end, schema: isJson(schema) ? schema : {} }
}

function typesOf({ schema }: FoundSchema): string[] {
  return [schema.type ?? []].flat().map(String)
}

const collectionFormats: Record<string, ParameterContract['separator']> = {
  csv: ',',
  ssv: ' ',
  tsv: '\t',
  pipes: '|',
  multi: 'repeated',
}

/** How the values of a list stand beside each other: `collectionFormat` of OpenAPI 2, `style` and `explode` of 3. */
function separatorOf(
  { collectionFormat, style, explode, schema }: Json,
  location: ParameterContract['in'],
): ParameterContract['separator'] {
  if (schema === undefined) return collectionFormats[String(collectionFormat ?? 'csv')] ?? ','
  if (location !== 'query') return ','
  const form = style === undefined || style === 'form'
  if ((explode ?? form) === true) return 'repeated'
  return style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
