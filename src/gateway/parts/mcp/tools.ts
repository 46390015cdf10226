/** The tools of an MCP server: the operations of the catalog whose documents make them tools. */
import type { Api, Catalog, Operation, OperationTool } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import { parseQueueScope } from '../../contract/access/queue-scope.ts'
import { renderResourcePath } from '../../contract/access/resource-url.ts'
import type { Call } from '../../data-plane/call/call.ts'
import type { InnerRequest } from './inner-call.ts'

export interface Tool {
  operation: Operation & { tool: OperationTool }
  api: Api
  /** The tool as `tools/list` returns it. */
  listed: { name: string; title: string; description: string; inputSchema: object; annotations: object }
}

/** Returns the tools of a catalog by name, without those of one API. A name that several have gets that of its API in front. */
export function buildTools(catalog: Catalog, own: Api, only: readonly string[] | undefined): ReadonlyMap<string, Tool> {
  const tools = new Map<string, Tool>()
  for (const api of catalog.apis) {
    if (api.name === own.name || !api.enforced || api.offline || (only && !only.includes(api.name))) continue
    for (const operation of api.operations) {
      if (!operation.tool) continue
      const name = tools.has(operation.tool.name) ? `${api.name}_${operation.tool.name}` : operation.tool.name
      tools.set(name, {
        api,
        operation: operation as Tool['operation'],
        listed: describeTool(name, operation, operation.tool),
      })
    }
  }
  return tools
}

/** Returns whether the application of a call is subscribed to a tool, and its token has the scopes, at least for some queues. */
export function isOpenTo({ caller }: Call, { api, operation }: Tool, consumers: Consumers): boolean {
  const { client, token } = caller
  if (!client || !consumers.findEntitlement(client, api.reference, `${operation.method} ${operation.path}`))
    return false
  const granted = token?.scopes ?? new Set<string>()
  const limited = new Set([...granted].map((scope) => parseQueueScope(scope)?.action))
  const has = (scope: string) => granted.has(scope) || (operation.queueAccess !== undefined && limited.has(scope))
  return (
    operation.security.length === 0 ||
    operation.security.some(({ all }) => all.every(({ scopes }) => scopes.every(has)))
  )
}

/** Returns the request for the arguments of a tool, or the reason why they do not fit. */
export function buildToolRequest(
  catalog: Catalog,
  { api, operation }: Tool,
  values: Readonly<Record<string, unknown>>,
): InnerRequest | string {
  const { parameters, body } = operation.tool
  const known = [...parameters.map(({ name }) => name), ...(body ? ['body'] : [])]
  const unknown = Object.keys(values).find((name) => !known.includes(name))
  if (unknown !== undefined)
    return `the tool has no argument "${unknown}"; its arguments are ${known.join(', ') || 'none'}`

  let path = operation.path
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: place, required } of parameters) {
    const value = values[name]
    if (value === undefined || value === null) {
      if (required) return `the argument "${name}" is missing`
      continue
    }
    if (typeof value === 'object') return `the argument "${name}" must be a text, a number or a boolean`
    const text = String(value)
    if (place === 'path') {
      if (text === '' || text === '.' || text === '..') return `the argument "${name}" cannot be "${text}"`
      const written = ['', '+', '*'].map((sign) => `{${sign}${name}}`)
      for (const parameter of written) path = path.replace(parameter, () => encodeURIComponent(text))
    } else if (place === 'query') query.append(name, text)
    else if (/^[\x20-\x7e]*$/.test(text)) headers[name.toLowerCase()] = text
    else return `the argument "${name}" must be printable ASCII`
  }
  const content = body && values.body !== undefined ? values.body : undefined
  if (body?.required && content === undefined) return 'the argument "body" is missing'
  const text = content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
  const isText = body !== undefined && !/[/+]json\b/i.test(body.mediaType)
  if (isText && content !== undefined && typeof content !== 'string') return 'the argument "body" must be a text'
  if (body && text !== undefined) headers['content-type'] = body.mediaType
  const encoded = typeof content === 'string' && !isText ? JSON.stringify(content) : text
  const target = `${renderResourcePath(catalog.path, api.basePath)}${path}${query.size > 0 ? `?${query}` : ''}`
  return {
    method: operation.method,
    target,
    headers: { accept: 'application/json, text/*;q=0.9', ...headers },
    body: encoded === undefined ? undefined : Buffer.from(encoded),
  }
}

function describeTool(
  name: string,
  { method }: Operation,
  { title, description, parameters, body, schemas }: OperationTool,
) {
  const properties = Object.fromEntries(parameters.map((each) => [each.name, each.schema]))
  const needed = parameters.flatMap((each) => (each.required ? [each.name] : []))
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: body ? { ...properties, body: body.schema } : properties,
      required: [...needed, ...(body?.required ? ['body'] : [])],
      additionalProperties: false,
      $defs: schemas,
    },
    annotations: { title, readOnlyHint: method === 'GET', destructiveHint: method === 'DELETE' },
  }
}
