/** Reads the contract of an API, against which policies validate messages, from its OpenAPI document. */
import { isJsonObject, type JsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import {
  type ApiContract,
  type Assembly,
  listSteps,
  type MembersContract,
  type Operation,
  type OperationContract,
  type ParameterContract,
} from '../../types/index.ts'
import { describedElsewhere, parameterPlaces } from '../description/parameters.ts'
import { followRefs, resolvePointer } from '../schemas/local-ref.ts'
import { SchemaBundle } from '../schemas/schema-bundle.ts'
import { findSchema, listSchemaTypes, readFieldContract, readFieldContracts } from './fields.ts'
import { readMessageContracts } from './messages.ts'

/** Returns the contract; undefined when no policy of the assembly validates messages. */
export function readContract(
  assembly: Assembly,
  operations: readonly Operation[],
  reading: DocumentContext,
): ApiContract | undefined {
  const asking = listSteps(assembly).flatMap((step) => {
    const pointers = reading.tables.policies.find(({ policy }) => policy === step.policy)?.contract
    return pointers ? { step, pointers: pointers(step.settings as never) } : []
  })
  if (asking.length === 0) return undefined

  const bundle = new SchemaBundle(reading, true)
  const named = new Map<string, number>()
  for (const { step, pointers } of asking) {
    for (const { pointer, path } of pointers) {
      const target = resolvePointer(reading.source, pointer, path.join('.'))
      if ('error' in target)
        reading.problems.error(
          reading.source.locateWithin(step.location, path) ?? step.location,
          `${step.policy}: ${target.error}`,
        )
      else named.set(pointer, bundle.add(target.path))
    }
  }
  const contracts = operations.flatMap((operation) => {
    const contract = readOperationContract(operation, bundle, reading)
    return contract ? [[`${operation.method} ${operation.path}`, contract] as const] : []
  })
  return { operations: new Map(contracts), named, schemas: bundle.convertAll() }
}

function readOperationContract(
  { method, path: template, location }: Operation,
  bundle: SchemaBundle,
  reading: DocumentContext,
): OperationContract | undefined {
  const item = followRefs(reading.source, ['paths', template])
  if ('error' in item) return undefined // another reader reports it
  const path = [...item.path, method.toLowerCase()]
  const given = [...listed(item.path, reading), ...listed(path, reading)]
  return {
    parameters: readParameterContracts(given, bundle, reading),
    ...readMessageContracts(path, given, bundle, reading),
    location,
  }
}

/** Returns the paths of the parameters of a path item or operation, with references resolved. */
function listed(holder: MemberPath, { source, problems }: DocumentContext): MemberPath[] {
  const path = [...holder, 'parameters']
  const list = source.valueAt(path) ?? []
  if (!Array.isArray(list)) {
    problems.memberError(source, path, 'must be a list of parameters')
    return []
  }
  return list.flatMap((_, index) => {
    const target = followRefs(source, [...path, index])
    if (!('error' in target)) return [target.path]
    problems.memberError(source, [...path, index], target.error)
    return []
  })
}

/**
 * Returns the contracts of parameters. The later one of the same name and location counts. Not validated: parameters with
 * `content`, and objects in the styles `label` and `matrix`.
 */
function readParameterContracts(
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
  const location = parameterPlaces.find((each) => each === written.in)
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
    members: how && { notation: how, fields: readFieldContracts(found.path, source) },
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
