/** Builds the OpenAPI document of a portal from its resources, the table of routes, and the table of errors. */
import {
  buildOpenApiDocument,
  type DescribedRoute,
  type OpenApiDocument,
  openComponents,
  type ParameterDescription,
  type Refer,
  type ResponseDescription,
} from '../../../../shared/http/openapi/openapi-document.ts'
import { version } from '../../../../shared/lib/package/version.ts'
import { describeResource } from '../../../../shared/rest/describe-resource.ts'
import type { ResourceAccess } from '../context/portal-context.ts'
import { listErrorCodes } from '../http/portal-error.ts'
import type { ResourceKey } from '../rest/index.ts'
import { ProblemDetails } from '../rest/problem-details.ts'
import { type DeclaredResource, resources, resourceTags } from '../rest/resources.ts'
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

function describeRoute(
  key: ResourceKey,
  resource: DeclaredResource,
  access: ResourceAccess,
  refer: Refer,
): DescribedRoute {
  const [method, path] = key.split(' ') as [string, string]
  const operation = describeResource(resource, refer)
  const changes = method !== 'GET'
  const parameters = [...(resource.parameters ?? []), ...(changes && access !== 'open' ? [csrfParameter] : [])]
  const facts = { access, changes, hasBody: resource.body !== undefined, hasQuery: resource.parameters !== undefined }
  return {
    method,
    path,
    operation: { ...operation, parameters, responses: { ...operation.responses, ...referToErrors(facts) } },
    security: securityOf[access],
    roles: roles[access],
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
