/**
 * The bodies of an operation: of its request, and of its answers by their status.
 */
import type { Reading } from '../documents/document-kind.ts'
import { type Path, renderPath } from '../text/source.ts'
import type { MessageContract, OperationContract } from '../types/index.ts'
import { fieldOf, fieldsOf } from './contract-fields.ts'
import { followRefs } from './local-ref.ts'
import type { SchemaBundle } from './schema-bundle.ts'

type Json = Record<string, unknown>

/** Any type of content: OpenAPI 2 documents often leave theirs out. */
const anything = '*/*'
const urlEncoded = 'application/x-www-form-urlencoded'
const inParts = 'multipart/form-data'

/** The bodies of the operation at a path, whose parameters stand at `parameters`. */
export function readMessages(
  path: Path,
  parameters: readonly Path[],
  bundle: SchemaBundle,
  reading: Reading,
): Pick<OperationContract, 'body' | 'responses'> {
  const { source } = reading
  const responsesPath = [...path, 'responses']
  const written = source.at(responsesPath)
  const statuses = isJson(written) ? Object.keys(written).filter((each) => !each.startsWith('x-')) : []

  if (source.at(['openapi']) !== undefined) {
    const responses = statuses.map((status) => {
      const at = followed([...responsesPath, status], reading)
      return [status.toUpperCase(), { required: false, content: readContent(at, bundle, reading) }] as const
    })
    return { body: readRequestBody([...path, 'requestBody'], bundle, reading), responses: new Map(responses) }
  }

  const body = parameters.find((each) => source.at([...each, 'in']) === 'body')
  const form = parameters.filter((each) => source.at([...each, 'in']) === 'formData')
  const responses = statuses.map((status) => {
    const at = followed([...responsesPath, status], reading)
    return [
      status.toUpperCase(),
      {
        required: false,
        content: schemaFor(typesOf('produces', path, reading), [...at, 'schema'], bundle, reading),
      },
    ] as const
  })
  return {
    body: body
      ? {
          required: source.at([...body, 'required']) === true,
          content: schemaFor(typesOf('consumes', path, reading), [...body, 'schema'], bundle, reading),
        }
      : form.length > 0
        ? readForm(form, typesOf('consumes', path, reading), bundle, reading)
        : undefined,
    responses: new Map(responses),
  }
}

function readRequestBody(path: Path, bundle: SchemaBundle, reading: Reading): MessageContract | undefined {
  if (reading.source.at(path) === undefined) return undefined
  const at = followed(path, reading)
  const required = reading.source.at([...at, 'required']) === true
  const formPath = [...at, 'content', urlEncoded]
  const isForm = reading.source.at([...formPath, 'schema']) !== undefined
  return {
    required,
    content: readContent(at, bundle, reading),
    ...(isForm && { fields: fieldsOf([...formPath, 'schema'], reading.source) }),
  }
}

/** The form of OpenAPI 2, whose fields are parameters. Files and what else comes in parts is not held against them. */
function readForm(
  parameters: readonly Path[],
  consumed: readonly string[],
  bundle: SchemaBundle,
  { source }: Reading,
): MessageContract {
  const named = parameters.map((path) => [String(source.at([...path, 'name'])), path] as const)
  const required = named.filter(([, path]) => source.at([...path, 'required']) === true)
  const members = named.map(([name, path]) => [name, { $ref: `#/$defs/${bundle.add(path)}` }])
  const schema = bundle.addMade({
    type: 'object',
    required: required.map(([name]) => name),
    properties: Object.fromEntries(members),
  })
  const types = consumed.includes(anything) ? [urlEncoded, inParts] : consumed.map(bare)
  return {
    required: required.length > 0,
    content: new Map(types.map((type) => [type, type === urlEncoded ? schema : undefined])),
    fields: new Map(named.map(([name, path]) => [name, fieldOf(path, source)])),
  }
}

function readContent(holder: Path, bundle: SchemaBundle, { source }: Reading): MessageContract['content'] {
  const path = [...holder, 'content']
  const written = source.at(path)
  const types = isJson(written) ? Object.keys(written) : []
  return new Map(
    types.map((type) => {
      const at = [...path, type, 'schema']
      // A form whose members are written in ways of their own is not held against anything.
      const isOpen = source.at(at) === undefined || source.at([...path, type, 'encoding']) !== undefined
      return [bare(type), isOpen ? undefined : bundle.add(at)] as const
    }),
  )
}

/** One schema for all types of content, as OpenAPI 2 has it. */
function schemaFor(
  types: readonly string[],
  path: Path,
  bundle: SchemaBundle,
  { source }: Reading,
): MessageContract['content'] {
  const schema = source.at(path) === undefined ? undefined : bundle.add(path)
  return new Map(types.map((type) => [bare(type), schema]))
}

/** What the operation says, or else the document. */
function typesOf(member: 'consumes' | 'produces', path: Path, { source }: Reading): string[] {
  const list = source.at([...path, member]) ?? source.at([member])
  return Array.isArray(list) && list.length > 0 ? list.map(String) : [anything]
}

/** Without its parameters: `application/json; charset=utf-8` is `application/json`. */
function bare(type: string): string {
  return (type.split(';', 1)[0] as string).trim().toLowerCase()
}

function followed(path: Path, { source, problems }: Reading): Path {
  const target = followRefs(source, path)
  if (!('refused' in target)) return target.path
  problems.error(source.place(path), `${renderPath(path)} ${target.refused}`)
  return path
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
