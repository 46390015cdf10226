/** Builds the OpenAPI document of a portal from its table of routes, the schemas of bodies, and the table of errors. */
import {
  buildOpenApiDocument,
  type DescribedRoute,
  type JsonSchema,
  type OpenApiDocument,
  type ParameterDescription,
  type ResponseDescription,
} from '../../http/openapi/openapi-document.ts'
import { version } from '../../lib/package/version.ts'
import type { ResourceKey } from '../context/portal-context.ts'
import type { ResourceAccess } from '../context/resource-access.ts'
import { listErrorCodes } from '../http/portal-error.ts'
import { csrfHeader } from '../session/authorize-request.ts'
import { sessionCookieName } from '../session/session-cookie.ts'
import { portalTags, type ResourceDescription, resourceDescriptions } from './resource-descriptions.ts'
import { portalViews } from './views/index.ts'

/** The routes as the document needs them. */
export type DocumentedRoutes = Readonly<
  Record<ResourceKey, readonly [access: ResourceAccess, handler: unknown, status?: number]>
>

export interface PortalDocumentOptions {
  /** The base path of the resources, `{prefix}/api/v1`. */
  path: string
  routes: DocumentedRoutes
  /** The schema of each request body. */
  bodies: Readonly<Partial<Record<ResourceKey, JsonSchema>>>
}

export function buildPortalDocument({ path, routes, bodies }: PortalDocumentOptions): OpenApiDocument {
  return buildOpenApiDocument({
    title: 'Sluice developer portal',
    version,
    description: 'The REST resources of the developer portal of one catalog. Its page uses nothing else.',
    servers: [path],
    tags: portalTags,
    routes: (Object.keys(routes) as ResourceKey[]).map((key) => describeRoute(key, routes[key], bodies[key])),
    schemas: { ...portalViews, ProblemDetails: renderProblemSchema() },
    responses: renderErrorResponses(),
    securitySchemes: {
      session: {
        ...{ type: 'apiKey', in: 'cookie', name: sessionCookieName },
        description: 'The cookie of the session, which POST /session sets.',
      },
    },
  })
}

function describeRoute(
  key: ResourceKey,
  [access, , status = 200]: DocumentedRoutes[ResourceKey],
  body: JsonSchema | undefined,
): DescribedRoute {
  const [method, path] = key.split(' ') as [string, string]
  const { content, query, ...description } = resourceDescriptions[key]
  const isOpen = access === 'open'
  const changes = method !== 'GET'
  const parameters: ParameterDescription[] = [...query, ...(changes && !isOpen ? [csrfParameter] : [])]
  return {
    ...{ method, path },
    operation: {
      ...description,
      ...(parameters.length > 0 && { parameters }),
      ...(body && { body: { 'application/json': body } }),
      responses: {
        ...renderSuccess(status, content),
        ...referToErrors({ access, changes, hasBody: body !== undefined, hasQuery: query.length > 0 }),
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
  ...{ in: 'header', name: csrfHeader, required: true, schema: { type: 'string' } },
  description: 'The CSRF token of the session: the member "csrf" of GET /session.',
}

function renderSuccess(
  status: number,
  content: ResourceDescription['content'],
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

function renderProblemSchema(): object {
  return {
    type: 'object',
    description: 'RFC 9457.',
    required: ['status', 'title', 'code', 'detail'],
    properties: {
      status: { type: 'integer' },
      title: { type: 'string', description: 'The reason phrase of the status.' },
      code: { enum: [...listErrorCodes().values()].flat(), description: 'The error code for programs.' },
      detail: { type: 'string', description: 'The error text for users.' },
      fields: {
        type: 'array',
        description: 'The errors of single members of the body.',
        items: {
          type: 'object',
          required: ['field', 'message'],
          properties: { field: { type: 'string' }, message: { type: 'string' } },
        },
      },
      retryAfter: { type: 'integer', description: 'Seconds after which the client may retry.' },
    },
  }
}
