/** Reads the bodies of an operation for its contract: of the request, and of the responses by status. */
import { isJsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { MessageContract, OperationContract } from '../../types/index.ts'
import { followRefs } from '../schemas/local-ref.ts'
import type { SchemaBundle } from '../schemas/schema-bundle.ts'
import { readFieldContract, readFieldContracts } from './fields.ts'

/** Any media type: OpenAPI 2 documents often omit `consumes` and `produces`. */
const anything = '*/*'
const urlEncoded = 'application/x-www-form-urlencoded'
const inParts = 'multipart/form-data'

/** Returns the bodies of the operation at a path. `parameters` are the paths of its parameters. */
export function readMessageContracts(
  path: MemberPath,
  parameters: readonly MemberPath[],
  bundle: SchemaBundle,
  reading: DocumentContext,
): Pick<OperationContract, 'body' | 'responses'> {
  const { source } = reading
  const responsesPath = [...path, 'responses']
  const written = source.valueAt(responsesPath)
  const statuses = isJsonObject(written) ? Object.keys(written).filter((each) => !each.startsWith('x-')) : []

  if (source.valueAt(['openapi']) !== undefined) {
    const responses = statuses.map((status) => {
      const at = followed([...responsesPath, status], reading)
      return [status.toUpperCase(), { required: false, content: readContent(at, bundle, reading) }] as const
    })
    return { body: readRequestBody([...path, 'requestBody'], bundle, reading), responses: new Map(responses) }
  }

  const body = parameters.find((each) => source.valueAt([...each, 'in']) === 'body')
  const form = parameters.filter((each) => source.valueAt([...each, 'in']) === 'formData')
  const responses = statuses.map((status) => {
    const at = followed([...responsesPath, status], reading)
    return [
      status.toUpperCase(),
      { required: false, content: schemaFor(typesOf('produces', path, reading), [...at, 'schema'], bundle, reading) },
    ] as const
  })
  return {
    body: body
      ? {
          required: source.valueAt([...body, 'required']) === true,
          content: schemaFor(typesOf('consumes', path, reading), [...body, 'schema'], bundle, reading),
        }
      : form.length > 0
        ? readForm(form, typesOf('consumes', path, reading), bundle, reading)
        : undefined,
    responses: new Map(responses),
  }
}

function readRequestBody(
  path: MemberPath,
  bundle: SchemaBundle,
  reading: DocumentContext,
): MessageContract | undefined {
  if (reading.source.valueAt(path) === undefined) return undefined
  const at = followed(path, reading)
  const required = reading.source.valueAt([...at, 'required']) === true
  const formPath = [...at, 'content', urlEncoded]
  const isForm = reading.source.valueAt([...formPath, 'schema']) !== undefined
  return {
    required,
    content: readContent(at, bundle, reading),
    fields: isForm ? readFieldContracts([...formPath, 'schema'], reading.source) : undefined,
  }
}

/** Reads a form of OpenAPI 2, whose fields are parameters. Multipart forms are not validated. */
function readForm(
  parameters: readonly MemberPath[],
  consumed: readonly string[],
  bundle: SchemaBundle,
  { source }: DocumentContext,
): MessageContract {
  const named = parameters.map((path) => [String(source.valueAt([...path, 'name'])), path] as const)
  const required = named.filter(([, path]) => source.valueAt([...path, 'required']) === true)
  const members = named.map(([name, path]) => [name, { $ref: `#/$defs/${bundle.add(path)}` }])
  const schema = bundle.addGenerated({
    type: 'object',
    required: required.map(([name]) => name),
    properties: Object.fromEntries(members),
  })
  const types = consumed.includes(anything) ? [urlEncoded, inParts] : consumed.map(bare)
  return {
    required: required.length > 0,
    content: new Map(types.map((type) => [type, type === urlEncoded ? schema : undefined])),
    fields: new Map(named.map(([name, path]) => [name, readFieldContract(path, source)])),
  }
}

function readContent(
  holder: MemberPath,
  bundle: SchemaBundle,
  { source }: DocumentContext,
): MessageContract['content'] {
  const path = [...holder, 'content']
  const written = source.valueAt(path)
  const types = isJsonObject(written) ? Object.keys(written) : []
  return new Map(
    types.map((type) => {
      const at = [...path, type, 'schema']
      // A form with an `encoding` is not validated, because its members have encodings of their own.
      const isOpen = source.valueAt(at) === undefined || source.valueAt([...path, type, 'encoding']) !== undefined
      return [bare(type), isOpen ? undefined : bundle.add(at)] as const
    }),
  )
}

/** Returns one schema for all media types, as OpenAPI 2 defines it. */
function schemaFor(
  types: readonly string[],
  path: MemberPath,
  bundle: SchemaBundle,
  { source }: DocumentContext,
): MessageContract['content'] {
  const schema = source.valueAt(path) === undefined ? undefined : bundle.add(path)
  return new Map(types.map((type) => [bare(type), schema]))
}

/** Returns the media types of the operation, or those of the document when the operation has none. */
function typesOf(member: 'consumes' | 'produces', path: MemberPath, { source }: DocumentContext): string[] {
  const list = source.valueAt([...path, member]) ?? source.valueAt([member])
  return Array.isArray(list) && list.length > 0 ? list.map(String) : [anything]
}

/** Returns a media type without its parameters: `application/json; charset=utf-8` becomes `application/json`. */
function bare(type: string): string {
  return (type.split(';', 1)[0] as string).trim().toLowerCase()
}

function followed(path: MemberPath, { source, problems }: DocumentContext): MemberPath {
  const target = followRefs(source, path)
  if (!('error' in target)) return target.path
  problems.memberError(source, path, target.error)
  return path
}
