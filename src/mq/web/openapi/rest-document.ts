/** Builds the OpenAPI documents of the MQ web server from its tables of routes, roles, attributes and messages. */
import {
  buildOpenApiDocument,
  type DescribedRoute,
  type OpenApiDocument,
  openComponents,
  type ParameterDescription,
  type Refer,
  type ResponseDescription,
} from '../../../shared/http/openapi/openapi-document.ts'
import type { JsonSchema } from '../../../shared/lib/json-schema/json-schema.ts'
import { version as productVersion } from '../../../shared/lib/package/version.ts'
import { describeResource } from '../../../shared/rest/describe-resource.ts'
import type { RestRoute } from '../context/rest-context.ts'
import { type RestDialect, restVersions } from '../context/rest-dialect.ts'
import type { MqOperations, WebResources } from '../context/web-part.ts'
import { restMessages } from '../errors/rest-error.ts'
import { restRoutes } from '../routes.ts'
import { adminOperations } from './admin-operations.ts'
import { messagingOperations } from './messaging-operations.ts'
import { object, text } from './schemas.ts'

const tags = {
  login: 'Sign in and out, and this document.',
  admin: 'Administration of queue managers and their objects.',
  messaging: 'Put, get, browse and publish messages.',
  transfer: 'Managed file transfer.',
  console: 'What the page of the console needs.',
  managers: 'Queue managers and their objects.',
  messages: 'Messages of a queue or a topic.',
}

/** Returns the descriptions of the resources of the REST API, by method and path. */
export async function loadRestOperations(resources: readonly WebResources[]): Promise<MqOperations> {
  const ofParts = await Promise.all(resources.map((each) => each.loadDescriptions()))
  return Object.assign({}, adminOperations, messagingOperations, ...ofParts.map((each) => each.operations))
}

/** Returns the descriptions of the resources of the console, by method and path. */
export async function loadConsoleOperations(resources: readonly WebResources[]): Promise<MqOperations> {
  const ofParts = await Promise.all(resources.map((each) => each.loadDescriptions()))
  return Object.assign({}, ...ofParts.map((each) => each.consoleOperations))
}

/** Builds the document of the REST API in one version, or with full paths in all versions. */
export async function buildRestDocument(
  resources: readonly WebResources[],
  dialect: RestDialect,
  version?: 1 | 2 | 3,
): Promise<OpenApiDocument> {
  const restOperations = await loadRestOperations(resources)
  const allRoutes = [...restRoutes, ...resources.flatMap((each) => each.routes)]
  const versions = restVersions.map(({ number }) => number).filter((each) => (version ?? each) === each)
  const { components, refer } = openComponents()
  const routes = versions.flatMap((number) =>
    allRoutes
      .filter(([, , numbers]) => numbers.includes(number))
      .map((route) => describeRoute(route, restOperations, dialect, refer))
      .map((route) => (version === undefined ? inVersion(route, dialect, number) : route)),
  )
  const server = version === undefined ? '/' : `${dialect.pathPrefix}/v${version}`
  const title = `MQ REST API${version === undefined ? '' : `, version ${version}`}`
  return build({
    title,
    description: 'Administration, messaging and file transfer over HTTP.',
    server,
    routes,
    components,
  })
}

/** Builds the document of the resources of the console. */
export async function buildConsoleDocument(
  resources: readonly WebResources[],
  dialect: RestDialect,
): Promise<OpenApiDocument> {
  const routes = resources.flatMap((each) => each.consoleRoutes)
  const consoleOperations = await loadConsoleOperations(resources)
  const { components, refer } = openComponents()
  return build({
    title: 'MQ console',
    description: 'What the console adds to the REST API of the product.',
    server: `/${dialect.name}/console/api/v1`,
    routes: routes.map((route) => describeRoute(route, consoleOperations, dialect, refer)),
    components,
  })
}

interface DocumentParts {
  title: string
  description: string
  server: string
  routes: readonly DescribedRoute[]
  components: Readonly<Record<string, JsonSchema>>
}

function build({ title, description, server, routes, components }: DocumentParts): OpenApiDocument {
  return buildOpenApiDocument({
    title,
    version: productVersion,
    description,
    servers: [server],
    tags,
    routes,
    schemas: { ...components, Error: renderErrorSchema() },
    responses: renderErrorResponses(),
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'LtpaToken2',
        description: 'The cookie that POST /login sets. The property ltpaCookieName sets its name.',
      },
      certificate: { type: 'mutualTLS' },
    },
  })
}

function inVersion(route: DescribedRoute, { pathPrefix }: RestDialect, version: number): DescribedRoute {
  const { operation, path } = route
  const id = `v${version}${operation.id[0]?.toUpperCase()}${operation.id.slice(1)}`
  return { ...route, path: `${pathPrefix}/v${version}${path}`, operation: { ...operation, id } }
}

function describeRoute(
  [method, path, , access]: RestRoute,
  operations: MqOperations,
  { headers }: RestDialect,
  refer: Refer,
): DescribedRoute {
  const described = operations[`${method} ${path}`]
  if (!described) throw new Error(`${method} ${path} has no description in contract/console or mqweb/openapi`)
  const { requestHeaders = [], responseHeaders = [] } = described
  const own = responseHeaders.map((each) => [headers[each], headerTexts[each]] as const)
  const resource = { ...described, headers: { ...Object.fromEntries(own), ...described.headers } }
  const operation = describeResource(resource, refer)
  const parameters = [
    ...(described.parameters ?? []),
    ...requestHeaders.map((each) => describeHeader(headers[each], headerTexts[each])),
    ...(method === 'GET' ? [] : [{ ...describeHeader(headers.csrf, headerTexts.csrf), required: true }]),
  ]
  return {
    method,
    path,
    operation: { ...operation, parameters, responses: { ...operation.responses, ...errorReferences } },
    security: access === 'open' ? [] : [{ basic: [] }, { session: [] }, { certificate: [] }],
    roles: Array.isArray(access) ? (access as readonly string[]) : undefined,
  }
}

function describeHeader(name: string, description: string): ParameterDescription {
  return { in: 'header', name, description, schema: text }
}

const headerTexts = {
  csrf: 'Any value. Pages of other sites cannot send it.',
  gateway: 'A queue manager of this server that passes the request on to the queue manager of the path.',
  messageId: 'The id of the message.',
  correlationId: 'The correlation id of the message.',
  expiry: 'How long the message is kept: milliseconds, or "unlimited".',
  persistence: '"persistent" or "nonPersistent".',
  priority: 'From 0 to 9, or "asDestination". Since version 3.',
  replyTo: 'The queue for replies: QUEUE or QUEUE@QUEUE_MANAGER.',
  properties: 'The user properties of the message. Since version 3.',
  totalTransfers: 'The number of transfers that the server knows.',
} as const

const messagesByStatus = Map.groupBy(Object.entries(restMessages), ([, { status }]) => status)

const errorReferences = Object.fromEntries(
  [...messagesByStatus.keys()].map((each) => [each, { $ref: `#/components/responses/Error${each}` }]),
)

function renderErrorResponses(): Record<string, ResponseDescription> {
  const responses = [...messagesByStatus].map(([status, messages]) => [
    `Error${status}`,
    {
      description: messages.map(([id, each]) => `- ${id}: ${each.text}`).join('\n'),
      content: { 'application/json': { $ref: '#/components/schemas/Error' } },
    },
  ])
  return Object.fromEntries(responses)
}

function renderErrorSchema(): object {
  const code = { type: 'integer' }
  const members = {
    type: { enum: ['rest', 'pcf'], description: 'pcf: a command of the queue manager failed.' },
    msgId: { enum: Object.keys(restMessages) },
    message: text,
    explanation: text,
    action: text,
    completionCode: code,
    reasonCode: code,
  }
  return object({ error: { type: 'array', items: object(members, Object.keys(members)) } }, ['error'])
}
