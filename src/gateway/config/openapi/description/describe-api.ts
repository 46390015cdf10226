/** Describes an API for people. Loading reports the problems of its document. */
import { isJsonObject } from '../../../../shared/lib/collections/json-object.ts'
import { parseDocument, readDocumentText } from '../../text/parse-document.ts'
import type { MemberPath } from '../../text/parsed-document.ts'
import { ProblemList } from '../../text/problem-list.ts'
import type { ApiDescription, NamedSchema, OperationDescription } from '../../types/api-description.ts'
import { followRefs } from '../schemas/local-ref.ts'
import { httpMethods } from '../schemas/openapi-schema.ts'
import { SchemaBundle } from '../schemas/schema-bundle.ts'
import { describeBody, describeResponses } from './bodies.ts'
import { buildTextMember, type DescriptionContext, describeParameters } from './parameters.ts'

/** Describes the API in a file below the configuration folder; undefined when it cannot be read. */
export async function describeApi(
  folder: string,
  file: string,
  environment: Record<string, string | undefined>,
): Promise<ApiDescription | undefined> {
  const problems = new ProblemList()
  const deps = { root: folder, environment, problems }
  const source = parseDocument(file, await readDocumentText(file, folder), deps)
  if (!source) return undefined

  const describing = { source, bundle: new SchemaBundle({ source, problems }) }
  const paths = source.valueAt(['paths'])
  const operations = Object.keys(isJsonObject(paths) ? paths : {})
    .filter((template) => template.startsWith('/'))
    .flatMap((template) => readItem(template, describing))
  const info = source.valueAt(['info'])
  return {
    ...buildTextMember('description', isJsonObject(info) ? info.description : undefined),
    operations: Object.fromEntries(operations),
    schemas: namedSchemas(describing.bundle),
  }
}

function readItem(template: string, describing: DescriptionContext): [string, OperationDescription][] {
  const item = followRefs(describing.source, ['paths', template])
  if ('error' in item) return []
  return httpMethods.flatMap((method): [string, OperationDescription][] => {
    const path = [...item.path, method]
    if (!isJsonObject(describing.source.valueAt(path))) return []
    return [[`${method.toUpperCase()} ${template}`, describeOperation(path, item.path, describing)]]
  })
}

/** Describes the operation at a path. `item` is the path of its path item. */
export function describeOperation(
  path: MemberPath,
  item: MemberPath,
  describing: DescriptionContext,
): OperationDescription {
  const { source } = describing
  const given = [...listed([...item, 'parameters'], describing), ...listed([...path, 'parameters'], describing)]
  const tags = source.valueAt([...path, 'tags'])
  const body = describeBody(path, given, describing)
  return {
    ...buildTextMember('summary', source.valueAt([...path, 'summary'])),
    ...buildTextMember('description', source.valueAt([...path, 'description'])),
    tags: Array.isArray(tags) ? tags.map(String) : [],
    deprecated: source.valueAt([...path, 'deprecated']) === true,
    parameters: describeParameters(given, describing),
    body,
    responses: describeResponses(path, describing),
  }
}

/** Returns the paths of the entries of a list, with references resolved. */
function listed(path: MemberPath, { source }: DescriptionContext): MemberPath[] {
  const list = source.valueAt(path)
  if (!Array.isArray(list)) return []
  return list.flatMap((_, index) => {
    const target = followRefs(source, [...path, index])
    return 'error' in target ? [] : [target.path]
  })
}

function namedSchemas(bundle: SchemaBundle): NamedSchema[] {
  const schemas = bundle.convertAll() // must run before `names()`, because it may add schemas
  const names = bundle.listNames()
  return schemas.map(({ schema }, index) => ({ ...buildTextMember('name', names[index]), schema }))
}
