/** Builds the OpenAPI documents of the MQ web server from its tables of routes, roles, attributes and messages. */
import {
  buildOpenApiDocument,
  type DescribedRoute,
  type OpenApiDocument,
  type ParameterDescription,
  type ResponseDescription,
} from '../../http/openapi/openapi-document.ts'
import { version as productVersion } from '../../lib/package/version.ts'
import type { RestDialect } from '../context/rest-dialect.ts'
import type { RestRoute } from '../context/rest-route.ts'
import { restVersions } from '../context/rest-version.ts'
import { restMessages } from '../errors/rest-messages.ts'
import { restRoutes } from '../routes.ts'
import { adminOperations } from './admin-operations.ts'
import { consoleOperations } from './console-operations.ts'
import { messagingOperations } from './messaging-operations.ts'
import type { MqOperation, MqOperations } from './mq-operation.ts'
import { object, text } from './schemas.ts'
import { transferOperations } from './transfer-operations.ts'

const tags = {
  login: 'Sign in and out, and this document.',
  admin: 'Administration of queue managers and their objects.',
  messaging: 'Put, get, browse and publish messages.',
  transfer: 'Managed file transfer.',
  console: 'What the page of the console needs.',
  managers: 'Queue managers and their objects.',
  messages: 'Messages of a queue or a topic.',
}

const restOperations: MqOperations = { ...adminOperations, ...messagingOperations, ...transferOperations }

/** Builds the document of the REST API in one version, or with full paths in all versions. */
export function buildRestDocument(dialect: RestDialect, version?: 1 | 2 | 3): OpenApiDocument {
  const versions = restVersions.map(({ number }) => number).filter((each) => (version ?? each) === each)
  const routes = versions.flatMap((number) =>
    restRoutes
      .filter(([, , numbers]) => numbers.includes(number))
      .map((route) => describeRoute(route, restOperations, dialect))
      .map((route) => (version === undefined ? inVersion(route, dialect, number) : route)),
  )
  const server = version === undefined ? '/' : `${dialect.pathPrefix}/v${version}`
  const title = `MQ REST API${version === undefined ? '' : `, version ${version}`}`
  return build(title, 'Administration, messaging and file transfer over HTTP.', server, routes)
}

/** Builds the document of the resources of the console. */
export function buildConsoleDocument(routes: readonly RestRoute[], dialect: RestDialect): OpenApiDocument {
  const described = routes.map((route) => describeRoute(route, consoleOperations, dialect))
  const description = 'What the console adds to the REST API of the product.'
  return build('MQ console', description, `/${dialect.name}/console/api/v1`, described)
}

function build(title: string, description: string, server: string, routes: readonly DescribedRoute[]): OpenApiDocument {
  return buildOpenApiDocument({
    title,
    version: productVersion,
    description,
    servers: [server],
    tags,
    routes,
    schemas: { Error: renderErrorSchema() },
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
  dialect: RestDialect,
): DescribedRoute {
  const described = operations[`${method} ${path}`]
  if (!described) throw new Error(`${method} ${path} has no description in mqweb/openapi`)
  const { id, summary, tag, body, bodyTypes = [] } = described
  const roles = Array.isArray(access) ? (access as readonly string[]) : undefined
  return {
    method,
    path,
    operation: {
      id,
      summary,
      tag,
      parameters: renderParameters(method, described, dialect),
      ...(body && { body: Object.fromEntries(bodyTypes.map((type) => [type, body])) }),
      responses: { ...renderSuccess(described, dialect), ...errorReferences },
    },
    security: access === 'open' ? [] : [{ basic: [] }, { session: [] }, { certificate: [] }],
    ...(roles && { roles }),
  }
}

function renderParameters(
  method: string,
  { query = [], requestHeaders = [], moreRequestHeaders = [] }: MqOperation,
  { headers }: RestDialect,
): ParameterDescription[] {
  const header = (name: string, description: string, required = false) =>
    ({ in: 'header', name, description, schema: text, ...(required && { required }) }) as const
  return [
    ...query,
    ...requestHeaders.map((each) => header(headers[each], headerTexts[each])),
    ...moreRequestHeaders.map((each) => header(each.header, each.description, each.required)),
    ...(method === 'GET' ? [] : [header(headers.csrf, headerTexts.csrf, true)]),
  ]
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

function renderSuccess(
  { success, responseHeaders = [], moreResponseHeaders = [] }: MqOperation,
  { headers }: RestDialect,
): Record<string, ResponseDescription> {
  const fields = [
    ...responseHeaders.map((each) => [headers[each], { description: headerTexts[each], schema: text }]),
    ...moreResponseHeaders.map(({ header, description }) => [header, { description, schema: text }]),
  ]
  return Object.fromEntries(
    success.map(([status, description, schema, mediaType = 'application/json']) => [
      status,
      {
        description,
        ...(fields.length > 0 && { headers: Object.fromEntries(fields) }),
        ...(schema && { content: { [mediaType]: schema } }),
      },
    ]),
  )
}

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
