/** Reads the operations of an API: one for each path and method, with its security requirements. */
import type { Static } from '../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../document-set/document-kind.ts'
import {
  type authorizationDetailsSchema,
  readAuthorizationDetails,
} from '../documents/members/authorization-details.ts'
import { readDeprecation } from '../documents/members/deprecation.ts'
import type { mcpToolSchema } from '../documents/members/mcp-tool.ts'
import { type queueAccessSchema, readQueueAccess } from '../documents/members/queue-access.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import { type MemberPath, renderMemberPath } from '../text/parsed-document.ts'
import type { ApiDeprecation, Operation, OperationTool, SourceLocation } from '../types/index.ts'
import { renderLocation } from '../types/source-location.ts'
import { describeOperation } from './description/describe-api.ts'
import { parsePathTemplate } from './path-template.ts'
import { followRefs } from './schemas/local-ref.ts'
import { httpMethods, pathItemSchema } from './schemas/openapi-schema.ts'
import { SchemaBundle } from './schemas/schema-bundle.ts'
import type { SecurityDefinitions } from './security-definitions.ts'
import { readSecurityRequirements } from './security-requirements.ts'

interface OperationMembers {
  operationId?: string
  security?: unknown
  'x-deprecation'?: ApiDeprecation
  'x-queue-access'?: Static<typeof queueAccessSchema>
  'x-authorization-details'?: Static<typeof authorizationDetailsSchema>
  'x-mcp-tool'?: Static<typeof mcpToolSchema>
}

/** Returns every operation. Reports two with the same method and path shape, or the same id. */
export function readOperations(definitions: SecurityDefinitions, reading: DocumentContext): Operation[] {
  const { source, problems } = reading
  const shapes = new Map<string, SourceLocation>()
  const ids = new Map<string, SourceLocation>()
  const common = readSecurityRequirements(['security'], definitions, reading)
  const operations: Operation[] = []

  for (const template of Object.keys((source.valueAt(['paths']) ?? {}) as object)) {
    const at = ['paths', template]
    const parsed = parsePathTemplate(template)
    const target = followRefs(source, at)
    for (const faulty of [parsed, target]) {
      if ('error' in faulty) problems.error(source.locateKey(at), `${renderMemberPath(at)} ${faulty.error}`)
    }
    if ('error' in parsed || 'error' in target) continue

    for (const { method, path } of methodsOf(target.path, target.path !== at, reading)) {
      const own = source.valueAt(path) as OperationMembers
      const location = source.locateKey(path)
      const id = own.operationId ?? `${method} ${template}`
      const security = own.security ? readSecurityRequirements([...path, 'security'], definitions, reading) : common
      once(
        shapes,
        `${method} ${parsed.shape}`,
        location,
        `${method.toUpperCase()} ${template} matches the same calls as`,
      )
      noteId(id, location, ids, reading)
      const queryParameters = [target.path, path].flatMap((each) => readQueryParameters(each, source))
      const member = { template, path, security }
      const queueAccess = readQueueAccess(own['x-queue-access'], member, reading)
      const authorizationDetails = readAuthorizationDetails(own['x-authorization-details'], member, reading)
      const tool = readMcpTool(own['x-mcp-tool'], { id, path, item: target.path }, reading)
      operations.push({
        id,
        method: method.toUpperCase(),
        path: template,
        security,
        queryParameters: queryParameters.length > 0 ? queryParameters : undefined,
        deprecation: readDeprecation(own['x-deprecation'], reading, path),
        queueAccess,
        authorizationDetails,
        tool,
        location,
      })
    }
  }
  return operations

  function once(taken: Map<string, SourceLocation>, key: string, location: SourceLocation, message: string): void {
    const first = taken.get(key)
    if (first) problems.error(location, `${message} the operation at ${renderLocation(first)}`)
    else taken.set(key, location)
  }
}

/** Reports an id that two operations have. */
function noteId(
  id: string,
  location: SourceLocation,
  ids: Map<string, SourceLocation>,
  { source, problems }: DocumentContext,
): void {
  const first = ids.get(id)
  if (!first) {
    ids.set(id, location)
    return
  }
  const taken = `the operationId "${id}" is taken by the operation at ${renderLocation(first)}`
  const message = `${taken}: policies that name it mean both`
  if (source.isStrict) problems.error(location, message)
  else problems.warning(location, message, 'less')
}

/** Returns the methods of a path item. One behind a `$ref` is checked here; the check of `paths` does not cover it. */
function methodsOf(
  path: MemberPath,
  referred: boolean,
  { source, problems }: DocumentContext,
): { method: string; path: MemberPath }[] {
  const item = source.valueAt(path)
  if (referred && !checkAgainstSchema(pathItemSchema, item, path, { source, problems })) return []
  return httpMethods
    .filter((method) => (item as Record<string, unknown>)[method] !== undefined)
    .map((method) => ({ method, path: [...path, method] }))
}

/** Returns the names of the query parameters at a path item or an operation. */
function readQueryParameters(path: MemberPath, source: DocumentContext['source']): string[] {
  const { parameters } = source.valueAt(path) as { parameters?: unknown }
  if (!Array.isArray(parameters)) return []
  return parameters.flatMap((_, index) => {
    const target = followRefs(source, [...path, 'parameters', index])
    const found =
      'error' in target ? undefined : (source.valueAt(target.path) as { in?: unknown; name?: unknown } | null)
    return found?.in === 'query' && typeof found.name === 'string' ? [found.name] : []
  })
}

/** Warns of operations without security requirements. An error may make an operation look as if it had none. */
export function warnIfOpen(operations: readonly Operation[], { source, problems }: DocumentContext): void {
  if (problems.hasErrors) return
  const open = operations.filter(
    ({ security }) => security.length === 0 || security.some(({ all }) => all.length === 0),
  )
  if (open.length > 0 && open.length === operations.length) {
    problems.warning(source.locate(['security']), 'the API is open to everyone: no operation asks for security')
    return
  }
  for (const { method, path, location } of open) {
    problems.warning(location, `${method} ${path} needs no authentication: it has no security requirements`)
  }
}

/** The media types of bodies, with the preferred ones first. */
const preferred = ['application/json', 'text/plain']

/** Returns the tool of an operation, with names, texts and schemas of its document. `item` is the path of its path item. */
function readMcpTool(
  written: Static<typeof mcpToolSchema> | undefined,
  { id, path, item }: { id: string; path: MemberPath; item: MemberPath },
  { source, problems }: Pick<DocumentContext, 'source' | 'problems'>,
): OperationTool | undefined {
  if (!written) return undefined
  const own = written === true ? {} : written
  const bundle = new SchemaBundle({ source, problems })
  const { summary, description, parameters, body } = describeOperation(path, item, { source, bundle })
  const content =
    body && (preferred.map((type) => body.content.find((each) => each.type === type)).find(Boolean) ?? body.content[0])
  const schemas = Object.fromEntries(bundle.convertAll().map(({ schema }, index) => [String(index), schema]))
  const refer = (index: number | undefined, text: string | undefined) =>
    index === undefined ? { type: 'string', description: text } : { $ref: `#/$defs/${index}`, description: text }
  const title = summary ?? id
  return {
    name: own.name ?? id.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64),
    title,
    description: own.description ?? ([summary, description].filter(Boolean).join('. ') || id),
    parameters: parameters.flatMap(({ name, in: place, required, description: text, schema }) =>
      place === 'cookie' ? [] : [{ name, in: place, required, schema: refer(schema, text) }],
    ),
    body:
      body && content
        ? { mediaType: content.type, required: body.required, schema: refer(content.schema, body.description) }
        : undefined,
    schemas: Object.keys(schemas).length > 0 ? schemas : undefined,
  }
}
