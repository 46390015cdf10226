/** Describes the bodies of an operation: of the request, and of the responses by status. */
import { isJsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import type { BodyDescription, ContentDescription, ResponseDescription } from '../../types/api-description.ts'
import { followRefs } from '../schemas/local-ref.ts'
import { buildExample, type MessageDirection } from './example.ts'
import { buildTextMember, type DescriptionContext, findFirstExample } from './parameters.ts'

/** Describes the request body of the operation at a path. `parameters` are the paths of its parameters. */
export function describeBody(
  path: MemberPath,
  parameters: readonly MemberPath[],
  describing: DescriptionContext,
): BodyDescription | undefined {
  const { source } = describing
  if (source.valueAt(['openapi']) === undefined) return readBodyOf2(path, parameters, describing)

  const at = followed([...path, 'requestBody'], describing)
  const written = source.valueAt(at)
  if (!isJsonObject(written)) return undefined
  return {
    required: written.required === true,
    ...buildTextMember('description', written.description),
    content: readContent(at, 'request', describing),
  }
}

export function describeResponses(path: MemberPath, describing: DescriptionContext): ResponseDescription[] {
  const { source } = describing
  const written = source.valueAt([...path, 'responses'])
  const statuses = Object.keys(isJsonObject(written) ? written : {}).filter((each) => !each.startsWith('x-'))
  return statuses.map((status) => {
    const at = followed([...path, 'responses', status], describing)
    return {
      status,
      ...buildTextMember('description', source.valueAt([...at, 'description'])),
      content:
        source.valueAt(['openapi']) === undefined
          ? contentOf2(typesOf('produces', path, describing), [...at, 'schema'], 'answer', describing)
          : readContent(at, 'answer', describing),
    }
  })
}

function readContent(
  holder: MemberPath,
  direction: MessageDirection,
  { source, bundle }: DescriptionContext,
): ContentDescription[] {
  const path = [...holder, 'content']
  const written = source.valueAt(path)
  return Object.entries(isJsonObject(written) ? written : {}).map(([type, media]) => {
    const at = [...path, type, 'schema']
    const given = isJsonObject(media) ? (media.example ?? findFirstExample(media.examples)) : undefined
    return contentView(
      type,
      source.valueAt(at) === undefined ? undefined : bundle.add(at),
      given ?? buildExample(at, source, direction),
    )
  })
}

/** Describes the body of OpenAPI 2, which is a `body` parameter or consists of `formData` parameters. */
function readBodyOf2(
  path: MemberPath,
  parameters: readonly MemberPath[],
  describing: DescriptionContext,
): BodyDescription | undefined {
  const { source, bundle } = describing
  const types = typesOf('consumes', path, describing)
  const body = parameters.find((each) => source.valueAt([...each, 'in']) === 'body')
  if (body) {
    return {
      required: source.valueAt([...body, 'required']) === true,
      ...buildTextMember('description', source.valueAt([...body, 'description'])),
      content: contentOf2(types, [...body, 'schema'], 'request', describing),
    }
  }

  const fields = parameters.filter((each) => source.valueAt([...each, 'in']) === 'formData')
  if (fields.length === 0) return undefined
  const isForm = (type: string) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type)
  const named = fields.map((each) => [String(source.valueAt([...each, 'name'])), each] as const)
  const required = named.filter(([, each]) => source.valueAt([...each, 'required']) === true).map(([name]) => name)
  const schema = bundle.addGenerated({
    type: 'object',
    properties: Object.fromEntries(named.map(([name, each]) => [name, { $ref: `#/$defs/${bundle.add(each)}` }])),
    ...(required.length > 0 && { required }),
  })
  const example = new URLSearchParams(
    named.map(([name, each]): [string, string] => [name, String(buildExample(each, source, 'request') ?? '')]),
  )
  const formTypes = types.filter(isForm)
  return {
    required: required.length > 0,
    content: (formTypes.length > 0 ? formTypes : ['application/x-www-form-urlencoded']).map((type) => ({
      type,
      schema,
      example: type.startsWith('application/') ? example.toString() : undefined,
    })),
  }
}

/** Returns one schema for all media types, as OpenAPI 2 defines it; an empty list without a schema. */
function contentOf2(
  types: readonly string[],
  path: MemberPath,
  direction: MessageDirection,
  { source, bundle }: DescriptionContext,
) {
  if (source.valueAt(path) === undefined) return []
  const schema = bundle.add(path)
  return types.map((type) => contentView(type, schema, buildExample(path, source, direction)))
}

function contentView(type: string, schema: number | undefined, example: unknown): ContentDescription {
  return { type, schema, example: example === undefined ? undefined : renderExample(type, example) }
}

function renderExample(type: string, example: unknown): string {
  if (/^application\/x-www-form-urlencoded\b/i.test(type) && isJsonObject(example)) {
    const fields = Object.entries(example).map(([name, value]): [string, string] => [name, renderField(value)])
    return new URLSearchParams(fields).toString()
  }
  return typeof example === 'string' && !/json/i.test(type) ? example : JSON.stringify(example, null, 2)
}

function renderField(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

/** Returns the media types of the operation, or those of the document, or else `application/json`. */
function typesOf(member: 'consumes' | 'produces', path: MemberPath, { source }: DescriptionContext): string[] {
  const list = source.valueAt([...path, member]) ?? source.valueAt([member])
  return Array.isArray(list) && list.length > 0 ? list.map(String) : ['application/json']
}

function followed(path: MemberPath, { source }: DescriptionContext): MemberPath {
  const target = followRefs(source, path)
  return 'error' in target ? path : target.path
}
