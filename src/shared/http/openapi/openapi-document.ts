/** Builds the OpenAPI 3.1 document of an API from its table of routes and the descriptions of its operations. */
import type { JsonSchema } from '../../lib/json-schema/json-schema.ts'

export interface ParameterDescription {
  in: 'query' | 'header'
  name: string
  description: string
  schema: JsonSchema
  required?: boolean | undefined
}

export interface ResponseDescription {
  description: string
  /** The schema of the body by media type; absent for a response without a body. */
  content?: Readonly<Record<string, JsonSchema>>
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>
}

/** What the table of routes does not say about an operation. */
export interface OperationDescription {
  /** Unique in the document; a camelCase name. */
  id: string
  summary: string
  description?: string
  tag: string
  parameters?: readonly ParameterDescription[] | undefined
  /** The schema of the request body by media type. */
  body?: Readonly<Record<string, JsonSchema>> | undefined
  responses: Readonly<Record<string, ResponseDescription | { $ref: string }>>
}

/** A route with its description. */
export interface DescribedRoute {
  method: string
  /** The path as the router has it: `:name` is one segment, `*name` is any number of segments. */
  path: string
  operation: OperationDescription
  /** The alternative security requirements; an empty list for an operation that everyone may call. */
  security: readonly Readonly<Record<string, readonly string[]>>[]
  /** The roles of which the caller needs one. */
  roles?: readonly string[] | undefined
  deprecated?: boolean
}

interface OpenApiParts {
  title: string
  version: string
  description: string
  servers: readonly string[]
  tags: Readonly<Record<string, string>>
  routes: readonly DescribedRoute[]
  schemas?: Readonly<Record<string, JsonSchema>>
  responses?: Readonly<Record<string, ResponseDescription>>
  securitySchemes: Readonly<Record<string, object>>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, object>>
  components: Record<string, object>
}

export function buildOpenApiDocument(parts: OpenApiParts): OpenApiDocument {
  const { title, version, description, servers, tags, routes, schemas = {}, responses = {} } = parts
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    const path = toOpenApiPath(route.path)
    const item = paths[path] ?? {}
    paths[path] = { ...item, [route.method.toLowerCase()]: renderOperation(route) }
  }
  const used = new Set(routes.map(({ operation }) => operation.tag))
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: servers.map((url) => ({ url })),
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(Object.entries(responses).map(([name, each]) => [name, renderResponse(each)])),
      securitySchemes: parts.securitySchemes,
    },
  }
}

/** Returns the path with `{name}` for `:name` and `*name`. */
export function toOpenApiPath(path: string): string {
  return path.replace(/[:*](\w+)/g, '{$1}')
}

function renderOperation({ path, operation, security, roles, deprecated }: DescribedRoute): object {
  const { id, summary, description, tag, parameters = [], body, responses } = operation
  const rule = roles && `Needs one of the roles ${roles.join(', ')}.`
  const text = [description, rule].filter(Boolean).join('\n\n')
  const inPath = [...path.matchAll(/([:*])(\w+)/g)].map(([, kind, name]) => ({
    in: 'path',
    name,
    required: true,
    schema: { type: 'string' },
    description: kind === '*' ? 'Several levels, which "/" separates.' : undefined,
  }))
  const all = [...inPath, ...parameters]
  return {
    operationId: id,
    summary,
    description: text || undefined,
    tags: [tag],
    deprecated: deprecated || undefined,
    parameters: all.length > 0 ? all : undefined,
    requestBody: body && { required: true, content: renderContent(body) },
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, each]) => [status, '$ref' in each ? each : renderResponse(each)]),
    ),
    security,
    'x-roles': roles,
  }
}

function renderResponse({ description, content, headers }: ResponseDescription): object {
  return { description, headers, content: content && renderContent(content) }
}

function renderContent(content: Readonly<Record<string, JsonSchema>>): object {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
}

/** Returns the schema with references in place of named schemas, which become components of the document. */
export type Refer = (schema: JsonSchema) => JsonSchema

/** Collects the schemas that have a title as components. */
export function openComponents(): { components: Record<string, JsonSchema>; refer: Refer } {
  const components: Record<string, JsonSchema> = {}
  return { components, refer: (schema) => refer(schema) as JsonSchema }

  function refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, refer(each)]))
    if (typeof inner.title !== 'string') return inner
    components[inner.title] = inner
    return { $ref: `#/components/schemas/${inner.title}` }
  }
}
