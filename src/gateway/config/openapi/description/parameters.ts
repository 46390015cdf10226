/** Describes the parameters of an operation, except for those that are its body. */
import { isJsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'
import type { ParameterDescription } from '../../types/api-description.ts'
import type { SchemaBundle } from '../schemas/schema-bundle.ts'
import { buildExample } from './example.ts'

export const parameterPlaces = ['path', 'query', 'header', 'cookie'] as const

/** Header parameters with these names are ignored (OpenAPI 3.0 section 4.7.12). */
export const describedElsewhere = new Set(['accept', 'content-type', 'authorization'])

/** Describes the parameters at these paths. Of two parameters with the same name and location, the later one counts. */
export function describeParameters(
  paths: readonly MemberPath[],
  describing: DescriptionContext,
): ParameterDescription[] {
  const parameters = new Map<string, ParameterDescription>()
  for (const path of paths) {
    const parameter = readParameter(path, describing)
    if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...parameters.values()]
}

function readParameter(path: MemberPath, { source, bundle }: DescriptionContext): ParameterDescription | undefined {
  const written = source.valueAt(path)
  if (!isJsonObject(written) || typeof written.name !== 'string') return undefined
  const { name } = written
  const location = parameterPlaces.find((each) => each === written.in)
  if (!location || (location === 'header' && describedElsewhere.has(name.toLowerCase()))) return undefined

  const isOwnSchema = source.valueAt(['openapi']) === undefined
  const at = isOwnSchema ? path : [...path, 'schema']
  const schema = source.valueAt(at) === undefined ? undefined : bundle.add(at)
  const example = written.example ?? findFirstExample(written.examples) ?? buildExample(at, source, 'request')
  return {
    name,
    in: location,
    required: written.required === true || location === 'path',
    ...buildTextMember('description', written.description),
    schema,
    example: isJsonObject(example) ? JSON.stringify(example) : String(example ?? ''),
  }
}

/** Returns the value of the first of the named examples (OpenAPI 3.0 section 4.7.19). */
export function findFirstExample(examples: unknown): unknown {
  const [first] = isJsonObject(examples) ? Object.values(examples) : []
  return isJsonObject(first) ? first.value : undefined
}

export type DescriptionContext = { source: ParsedDocument; bundle: SchemaBundle }

/** Returns an object with the member when the value is a non-empty text; otherwise an empty object. */
export function buildTextMember<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as { [key in K]: string }) : {}
}
