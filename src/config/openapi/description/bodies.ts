/** The bodies of an operation: of its request, and of its answers by their status. */
import type { Path } from '../../text/source.ts'
import { followRefs } from '../local-ref.ts'
import { type Describing, isMap, text } from './describing.ts'
import type { BodyDescription, ContentDescription, ResponseDescription } from './description.ts'
import { type Direction, exampleOf } from './example.ts'
import { firstExample } from './parameters.ts'

/** The body of the request of the operation at a path, whose parameters stand at `parameters`. */
export function readBody(
  path: Path,
  parameters: readonly Path[],
  describing: Describing,
): BodyDescription | undefined {
  const { source } = describing
  if (source.at(['openapi']) === undefined) return readBodyOf2(path, parameters, describing)

  const at = followed([...path, 'requestBody'], describing)
  const written = source.at(at)
  if (!isMap(written)) return undefined
  return {
    required: written.required === true,
    ...text('description', written.description),
    content: readContent(at, 'request', describing),
  }
}

export function readResponses(path: Path, describing: Describing): ResponseDescription[] {
  const { source } = describing
  const written = source.at([...path, 'responses'])
  const statuses = Object.keys(isMap(written) ? written : {}).filter((each) => !each.startsWith('x-'))
  return statuses.map((status) => {
    const at = followed([...path, 'responses', status], describing)
    return {
      status,
      ...text('description', source.at([...at, 'description'])),
      content:
        source.at(['openapi']) === undefined
          ? contentOf2(typesOf('produces', path, describing), [...at, 'schema'], 'answer', describing)
          : readContent(at, 'answer', describing),
    }
  })
}

function readContent(
  holder: Path,
  direction: Direction,
  { source, bundle }: Describing,
): ContentDescription[] {
  const path = [...holder, 'content']
  const written = source.at(path)
  return Object.entries(isMap(written) ? written : {}).map(([type, media]) => {
    const at = [...path, type, 'schema']
    const given = isMap(media) ? (media.example ?? firstExample(media.examples)) : undefined
    return contentView(
      type,
      source.at(at) === undefined ? undefined : bundle.add(at),
      given ?? exampleOf(at, source, direction),
    )
  })
}

/** OpenAPI 2 has the body among the parameters, or its fields one by one. */
function readBodyOf2(
  path: Path,
  parameters: readonly Path[],
  describing: Describing,
): BodyDescription | undefined {
  const { source, bundle } = describing
  const types = typesOf('consumes', path, describing)
  const body = parameters.find((each) => source.at([...each, 'in']) === 'body')
  if (body) {
    return {
      required: source.at([...body, 'required']) === true,
      ...text('description', source.at([...body, 'description'])),
      content: contentOf2(types, [...body, 'schema'], 'request', describing),
    }
  }

  const fields = parameters.filter((each) => source.at([...each, 'in']) === 'formData')
  if (fields.length === 0) return undefined
  const isForm = (type: string) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type)
  const named = fields.map((each) => [String(source.at([...each, 'name'])), each] as const)
  const required = named.filter(([, each]) => source.at([...each, 'required']) === true).map(([name]) => name)
  const schema = bundle.addMade({
    type: 'object',
    properties: Object.fromEntries(
      named.map(([name, each]) => [name, { $ref: `#/$defs/${bundle.add(each)}` }]),
    ),
    ...(required.length > 0 && { required }),
  })
  const example = new URLSearchParams(
    named.map(([name, each]): [string, string] => [name, String(exampleOf(each, source, 'request') ?? '')]),
  )
  const formTypes = types.filter(isForm)
  return {
    required: required.length > 0,
    content: (formTypes.length > 0 ? formTypes : ['application/x-www-form-urlencoded']).map((type) => ({
      type,
      schema,
      ...(type.startsWith('application/') && { example: example.toString() }),
    })),
  }
}

/** One schema for all types of content, as OpenAPI 2 has it; nothing without one. */
function contentOf2(
  types: readonly string[],
  path: Path,
  direction: Direction,
  { source, bundle }: Describing,
) {
  if (source.at(path) === undefined) return []
  const schema = bundle.add(path)
  return types.map((type) => contentView(type, schema, exampleOf(path, source, direction)))
}

function contentView(type: string, schema: number | undefined, example: unknown): ContentDescription {
  return {
    type,
    ...(schema !== undefined && { schema }),
    ...(example !== undefined && {
      example:
        typeof example === 'string' && !/json/i.test(type) ? example : JSON.stringify(example, null, 2),
    }),
  }
}

/** What the operation says, or else the document, or else JSON. */
function typesOf(member: 'consumes' | 'produces', path: Path, { source }: Describing): string[] {
  const list = source.at([...path, member]) ?? source.at([member])
  return Array.isArray(list) && list.length > 0 ? list.map(String) : ['application/json']
}

function followed(path: Path, { source }: Describing): Path {
  const target = followRefs(source, path)
  return 'refused' in target ? path : target.path
}
