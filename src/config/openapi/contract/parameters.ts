/**
 * Reads the parameters of an operation for its contract. Not validated: parameters with `content`, and objects in the
 * styles `label` and `matrix`.
 */
import { isJsonObject, type JsonObject } from '../../../lib/collections/json-object.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { MembersContract, ParameterContract } from '../../types/index.ts'
import type { SchemaBundle } from '../schemas/schema-bundle.ts'
import { findSchema, listSchemaTypes, readFieldContract, readFieldContracts } from './fields.ts'

const places = ['path', 'query', 'header', 'cookie'] as const

/** Header parameters with these names are ignored (OpenAPI 3.0 section 4.7.12). */
const describedElsewhere = new Set(['accept', 'content-type', 'authorization'])

/** Returns the contracts of parameters. The later one of the same name and location counts. */
export function readParameterContracts(
  paths: readonly MemberPath[],
  bundle: SchemaBundle,
  reading: DocumentContext,
): ParameterContract[] {
  const parameters = new Map<string, ParameterContract>()
  for (const path of paths) {
    const parameter = readParameter(path, bundle, reading)
    if (parameter) parameters.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  return [...parameters.values()]
}

function readParameter(
  path: MemberPath,
  bundle: SchemaBundle,
  { source, problems }: DocumentContext,
): ParameterContract | undefined {
  const written = source.valueAt(path)
  if (!isJsonObject(written) || typeof written.name !== 'string') {
    problems.memberError(source, path, 'must be a parameter with "name" and "in"')
    return undefined
  }
  const { name } = written
  const location = places.find((each) => each === written.in)
  if (!location || written.content !== undefined) return undefined
  if (location === 'header' && describedElsewhere.has(name.toLowerCase())) return undefined

  const isOwnSchema = source.valueAt(['openapi']) === undefined
  const schemaPath = isOwnSchema ? path : [...path, 'schema']
  if (source.valueAt(schemaPath) === undefined) return undefined
  const found = findSchema(schemaPath, source)
  const { isList, types } = readFieldContract(schemaPath, source)
  const isObject = listSchemaTypes(found).includes('object')
  const how = isObject ? writtenHow(written, location) : undefined
  if (isObject && !how) return undefined
  return {
    name,
    in: location,
    required: written.required === true || location === 'path',
    separator: isList ? separatorOf(written, location) : undefined,
    types,
    ...(how && { members: { notation: how, fields: readFieldContracts(found.path, source) } }),
    schema: bundle.add(schemaPath),
  }
}

/** Returns how an object parameter writes its members: OpenAPI 3.0 section 4.7.12.3. */
function writtenHow(
  { style, explode }: JsonObject,
  location: ParameterContract['in'],
): MembersContract['notation'] | undefined {
  const usual = location === 'query' || location === 'cookie' ? 'form' : 'simple'
  if (style === 'deepObject' && location === 'query') return 'in brackets'
  if ((style ?? usual) !== usual) return undefined
  if (usual === 'form') return explode === false ? 'listed' : 'by themselves'
  return explode === true ? 'in pairs' : 'listed'
}

const collectionFormats: Record<string, ParameterContract['separator']> = {
  csv: ',',
  ssv: ' ',
  tsv: '\t',
  pipes: '|',
  multi: 'repeated',
}

/** Returns the separator of a list: `collectionFormat` of OpenAPI 2, `style` and `explode` of OpenAPI 3. */
function separatorOf(
  { collectionFormat, style, explode, schema }: JsonObject,
  location: ParameterContract['in'],
): ParameterContract['separator'] {
  if (schema === undefined) return collectionFormats[String(collectionFormat ?? 'csv')] ?? ','
  if (location !== 'query' && location !== 'cookie') return ','
  const form = style === undefined || style === 'form'
  if ((explode ?? form) === true) return 'repeated'
  return style === 'spaceDelimited' ? ' ' : style === 'pipeDelimited' ? '|' : ','
}
