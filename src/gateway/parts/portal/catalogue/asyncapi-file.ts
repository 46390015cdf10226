/**
 * Handlers that return the queues and topics of an API as an AsyncAPI 3.0 file. Its application is a client of the gateway: it
 * sends what it puts, and receives what it gets, browses, leases or streams.
 */
import {
  isJsonObject,
  type JsonObject,
  mapValues,
  parseJsonOrKeep,
} from '../../../../shared/lib/collections/json-object.ts'
import type { Api, ApiDescription, ContentDescription, Operation } from '../../../config/types/index.ts'
import { listMessageActions } from '../../../contract/access/message-operations.ts'
import { renderResourcePath } from '../../../contract/access/resource-url.ts'
import type { PortalContext, ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import { findVisibleApi } from './apis.ts'
import { findTokenUrls, renderFileName, renderJsonFile, renderYamlFile } from './openapi-file.ts'

export const downloadAsyncApiJson: ResourceHandler<'GET /apis/:api/asyncapi.json'> = async (context) =>
  renderJsonFile(await buildDocument(context))

export const downloadAsyncApiYaml: ResourceHandler<'GET /apis/:api/asyncapi.yaml'> = async (context) =>
  renderYamlFile(await buildDocument(context))

async function buildDocument(context: Pick<PortalContext, 'deps' | 'user' | 'params' | 'catalogUrl'>) {
  const api = findVisibleApi(context)
  const found = api.operations.flatMap((operation) =>
    listMessageActions(operation).map((action) => ({ operation, action })),
  )
  if (found.length === 0) throw new PortalError('no_messages')
  const described = (await context.deps.describeApi(api)) ?? { operations: {}, schemas: [] }
  const url = new URL(renderResourcePath(context.catalogUrl, api.basePath))
  const channels: JsonObject = {}
  const operations: JsonObject = {}
  const messages: JsonObject = {}
  for (const { operation, action } of found) {
    const { id, method, path } = operation
    const channel = toKey(path)
    const message = toKey(id)
    const own = described.operations[`${method} ${path}`]
    const { parameters = [], summary } = own ?? {}
    const known = channels[channel] as { messages: JsonObject; parameters: JsonObject } | undefined
    const inPath = parameters.flatMap(({ name, in: place, description }) =>
      place === 'path' && description !== undefined ? [[name, { description }] as const] : [],
    )
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, {}] as const)
    channels[channel] = {
      address: path,
      messages: { ...known?.messages, [message]: { $ref: `#/components/messages/${message}` } },
      parameters: { ...Object.fromEntries(names), ...known?.parameters, ...Object.fromEntries(inPath) },
    }
    const content =
      action === 'send' ? own?.body?.content : own?.responses.find(({ status }) => /^2/.test(status))?.content
    messages[message] = buildMessage(id, content?.[0], described)
    operations[message] = {
      action,
      channel: { $ref: `#/channels/${channel}` },
      summary: summary || undefined,
      messages: [{ $ref: `#/channels/${channel}/messages/${message}` }],
      security: operation.security.length > 0 ? renderSecurity(operation, api, context) : undefined,
      bindings: { http: { method, bindingVersion: '0.3.0' } },
    }
  }
  const schemas = described.schemas.map(({ schema }, index) => [`schema${index}`, refer(schema)] as const)
  const document = {
    asyncapi: '3.0.0',
    info: { title: api.title, version: api.version, description: described.description || undefined },
    defaultContentType: 'application/json',
    servers: { gateway: { host: url.host, protocol: url.protocol.slice(0, -1), pathname: url.pathname } },
    channels,
    operations,
    components: { messages, schemas: Object.fromEntries(schemas) },
  }
  return { name: `${renderFileName(api)}-async`, document }
}

function buildMessage(name: string, content: ContentDescription | undefined, { schemas }: ApiDescription): JsonObject {
  const { type = 'text/plain', schema, example } = content ?? {}
  const isText = !/[/+]json\b/.test(type)
  const payload = schema === undefined ? { type: 'string' } : { $ref: `#/components/schemas/schema${schema}` }
  const sample = example ?? (isText || schemas.length === 0 ? 'hello' : undefined)
  return {
    name,
    contentType: type,
    payload,
    examples: sample === undefined ? undefined : [{ payload: isText ? sample : parseJsonOrKeep(sample) }],
  }
}

/** Returns the alternatives of an operation. AsyncAPI has no way to demand several definitions at once: each is one. */
function renderSecurity(
  { security }: Operation,
  api: Api,
  { deps, catalogUrl }: Pick<PortalContext, 'deps' | 'catalogUrl'>,
) {
  return security.flatMap(({ all }) =>
    all.map(({ definition: { key, type, settings }, scopes }) => {
      if (type === 'basic') return { type: 'http', scheme: 'basic' }
      if (type === 'mutualTLS') return { type: 'X509' }
      const own = settings as { in?: string; name?: string; flow?: string; scopes?: JsonObject } & JsonObject
      if (type === 'apiKey') return { type: 'httpApiKey', name: own.name, in: own.in }
      const urls = findTokenUrls(key, api, deps, catalogUrl)
      const { flow = 'application', tokenUrl = urls?.tokenUrl, authorizationUrl = urls?.authorizationUrl } = own
      const name = { application: 'clientCredentials', accessCode: 'authorizationCode' }[flow] ?? flow
      const needsLogin = flow === 'accessCode' || flow === 'implicit'
      const described = {
        tokenUrl: flow !== 'implicit' ? (urls?.tokenUrl ?? tokenUrl) : undefined,
        authorizationUrl: needsLogin ? (urls?.authorizationUrl ?? authorizationUrl) : undefined,
        availableScopes: own.scopes ?? {},
      }
      return { type: 'oauth2', flows: { [name]: described }, scopes }
    }),
  )
}

/** Replaces references to the list of schemas by references into the document. */
function refer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer)
  if (!isJsonObject(value)) return value
  return mapValues(value, (each, name) =>
    name === '$ref' ? String(each).replace('#/$defs/', '#/components/schemas/schema') : refer(each),
  )
}

function toKey(text: string): string {
  return text.replace(/[^\w-]+/g, '_').replace(/^_|_$/g, '')
}
