/** Builds the OpenAPI document of a portal from its resources, the table of routes, and the table of errors. */
import {
  buildOpenApiDocument,
  type DescribedRoute,
  type OpenApiDocument,
  type ParameterDescription,
  type ResponseDescription,
} from '../../http/openapi/openapi-document.ts'
import type { JsonSchema } from '../../lib/json-schema/json-schema.ts'
import { version } from '../../lib/package/version.ts'
import type { ResourceAccess } from '../context/portal-context.ts'
import { listErrorCodes } from '../http/portal-error.ts'
import type { ResourceKey } from '../rest/index.ts'
import { ProblemDetails } from '../rest/problem-details.ts'
import { type DeclaredResource, resourceTags } from '../rest/resource.ts'
import { resources } from '../rest/resources.ts'
import { csrfHeader } from '../session/authorize-request.ts'
import { sessionCookieName } from '../session/session-cookie.ts'

export interface PortalDocumentOptions {
  /** The base path of the resources, `{prefix}/api/v1`. */
  path: string
  /** Who may call each resource. */
  routes: Readonly<Record<ResourceKey, readonly [access: ResourceAccess, ...unknown[]]>>
}

export function buildPortalDocument({ path, routes }: PortalDocumentOptions): OpenApiDocument {
  const { components, refer } = openComponents()
  const described = (Object.keys(routes) as ResourceKey[]).map((key) =>
    describeRoute(key, resources[key], routes[key][0], refer),
  )
  refer(ProblemDetails)
  return buildOpenApiDocument({
    title: 'Sluice developer portal',
    version,
    description: 'The REST resources of the developer portal of one catalog. Its page uses nothing else.',
    servers: [path],
    tags: resourceTags,
    routes: described,
    schemas: components,
    responses: renderErrorResponses(),
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: sessionCookieName,
        description: 'The cookie of the session, which POST /session sets.',
      },
    },
  })
}

/** Returns the schema with references in place of named schemas, which become components of the document. */
type Refer = (schema: JsonSchema) => JsonSchema

/** Collects the schemas that have a title as components. */
function openComponents(): { components: Record<string, JsonSchema>; refer: Refer } {
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

function describeRoute(
  key: ResourceKey,
  resource: DeclaredResource,
  access: ResourceAccess,
  refer: Refer,
): DescribedRoute {
  const [method, path] = key.split(' ') as [string, string]
  const { id, summary, tag, query, body, response, status = 200, file } = resource
  const content = response ? { 'application/json': refer(response) } : file
  const changes = method !== 'GET'
  const parameters: ParameterDescription[] = [
    ...(query ? [query] : []),
    ...(changes && access !== 'open' ? [csrfParameter] : []),
  ]
  return {
    method,
    path,
    operation: {
      id,
      summary,
      tag,
      ...(parameters.length > 0 && { parameters }),
      ...(body && { body: { 'application/json': refer(body) } }),
      responses: {
        ...renderSuccess(status, content),
        ...referToErrors({ access, changes, hasBody: body !== undefined, hasQuery: query !== undefined }),
      },
    },
    security: securityOf[access],
    ...(roles[access] && { roles: roles[access] }),
  }
}

/** The catalogue needs no session in a catalog that is public. */
const securityOf: Readonly<Record<ResourceAccess, DescribedRoute['security']>> = {
  open: [],
  catalogue: [{}, { session: [] }],
  signedIn: [{ session: [] }],
  owner: [{ session: [] }],
  configurator: [{ session: [] }],
}

const roles: Partial<Record<ResourceAccess, readonly string[]>> = {
  owner: ['owner of the catalog'],
  configurator: ['owner of the catalog who may change documents'],
}

const csrfParameter: ParameterDescription = {
  in: 'header',
  name: csrfHeader,
  required: true,
  schema: { type: 'string' },
  description: 'The CSRF token of the session: the member "csrf" of GET /session.',
}

function renderSuccess(
  status: number,
  content: Readonly<Record<string, JsonSchema>> | undefined,
): Record<string, ResponseDescription> {
  if (!content) return { 204: { description: 'Done.' } }
  return { [status]: { description: status === 201 ? 'Created.' : 'The result.', content } }
}

function renderErrorResponses(): Record<string, ResponseDescription> {
  const responses = [...listErrorCodes()].map(([status, codes]) => [
    `Error${status}`,
    {
      description: `The member "code" is one of ${codes.join(', ')}.`,
      content: { 'application/problem+json': { $ref: '#/components/schemas/ProblemDetails' } },
    },
  ])
  return Object.fromEntries(responses)
}

/** The properties of a resource that determine its possible errors. */
interface ResponseFacts {
  access: ResourceAccess
  /** Whether its method is another one than GET. */
  changes: boolean
  hasBody: boolean
  hasQuery: boolean
}

/** Returns references to the errors that a resource can respond with, by their statuses. */
function referToErrors({ access, changes, hasBody, hasQuery }: ResponseFacts) {
  const statuses = [
    ...(hasBody || hasQuery ? [400] : []),
    ...(access === 'open' && !hasBody ? [] : [401, 403]),
    404,
    ...(changes ? [409] : []),
    ...(hasBody ? [413, 415] : []),
    ...(changes || hasQuery ? [422] : []),
    ...(changes ? [429] : []),
    ...[500, 503],
  ]
  return Object.fromEntries(statuses.map((each) => [each, { $ref: `#/components/responses/Error${each}` }]))
}
