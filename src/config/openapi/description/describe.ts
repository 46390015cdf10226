/** An API's document -> what it says to people. What is wrong in it was told when it was loaded, and is left out here. */
import { Problems } from '../../text/problems.ts'
import { readDocument, readText } from '../../text/read.ts'
import type { Path } from '../../text/source.ts'
import { followRefs } from '../local-ref.ts'
import { methods } from '../schema.ts'
import { SchemaBundle } from '../schema-bundle.ts'
import { readBody, readResponses } from './bodies.ts'
import { type Describing, isMap, text } from './describing.ts'
import type { ApiDescription, NamedSchema, OperationDescription } from './description.ts'
import { readParameters } from './parameters.ts'

/** Reads a file, given relative to the folder of the documents. Undefined when it cannot be read any more. */
export async function describeApi(
  folder: string,
  file: string,
  environment: Record<string, string | undefined>,
): Promise<ApiDescription | undefined> {
  const problems = new Problems()
  const tools = { root: folder, environment, problems }
  const source = readDocument(file, await readText(file, folder), tools)
  if (!source) return undefined

  const describing = { source, bundle: new SchemaBundle({ source, problems }) }
  const paths = source.at(['paths'])
  const operations = Object.keys(isMap(paths) ? paths : {})
    .filter((template) => template.startsWith('/'))
    .flatMap((template) => readItem(template, describing))
  const info = source.at(['info'])
  return {
    ...text('description', isMap(info) ? info.description : undefined),
    operations: Object.fromEntries(operations),
    schemas: namedSchemas(describing.bundle),
  }
}

function readItem(template: string, describing: Describing): [string, OperationDescription][] {
  const item = followRefs(describing.source, ['paths', template])
  if ('refused' in item) return []
  return methods.flatMap((method): [string, OperationDescription][] => {
    const path = [...item.path, method]
    if (!isMap(describing.source.at(path))) return []
    return [[`${method.toUpperCase()} ${template}`, readOperation(path, item.path, describing)]]
  })
}

function readOperation(path: Path, item: Path, describing: Describing): OperationDescription {
  const { source } = describing
  const given = [
    ...listed([...item, 'parameters'], describing),
    ...listed([...path, 'parameters'], describing),
  ]
  const tags = source.at([...path, 'tags'])
  const body = readBody(path, given, describing)
  return {
    ...text('summary', source.at([...path, 'summary'])),
    ...text('description', source.at([...path, 'description'])),
    tags: Array.isArray(tags) ? tags.map(String) : [],
    deprecated: source.at([...path, 'deprecated']) === true,
    parameters: readParameters(given, describing),
    ...(body && { body }),
    responses: readResponses(path, describing),
  }
}

/** Where the entries of a list really stand. */
function listed(path: Path, { source }: Describing): Path[] {
  const list = source.at(path)
  if (!Array.isArray(list)) return []
  return list.flatMap((_, index) => {
    const target = followRefs(source, [...path, index])
    return 'refused' in target ? [] : [target.path]
  })
}

function namedSchemas(bundle: SchemaBundle): NamedSchema[] {
  const schemas = bundle.schemas() // which may take in more, so that it comes before the names
  const names = bundle.names()
  return schemas.map(({ schema }, index) => ({ ...text('name', names[index]), schema }))
}
