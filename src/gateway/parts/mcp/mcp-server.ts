/** The server of the Model Context Protocol 2025-06-18 over streamable HTTP, without sessions (JSON-RPC 2.0). */
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { CodedError } from '../../../shared/lib/collections/coded-error.ts'
import {
  isJsonObject,
  JsonLimitError,
  type JsonLimits,
  parseForeignJson,
} from '../../../shared/lib/collections/json-object.ts'
import type { Catalog } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { Call } from '../../data-plane/call/call.ts'
import type { ServeInnerCall } from '../../data-plane/policy/policy.ts'
import type { InternalResponse } from '../../lib/http/internal-exchange.ts'
import { callInside } from './inner-call.ts'
import { buildToolRequest, isOpenTo, type Tool } from './tools.ts'

const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
const maxResultBytes = 1024 * 1024
const pageSize = 200

export interface McpServer {
  name: string
  version: string
  instructions: string
  limits: JsonLimits | undefined
  catalog: Catalog
  consumers: Consumers
  tools: ReadonlyMap<string, Tool>
  serve: ServeInnerCall
}

interface JsonRpcMessage {
  jsonrpc?: unknown
  id?: unknown
  method?: unknown
  params?: unknown
}

/** A JSON-RPC error. */
class RpcError extends CodedError<number> {
  override name = 'RpcError'
}

/** Returns the response to a message; undefined for a notification and for a response of the client. */
export async function answerMessage(body: Buffer, call: Call, server: McpServer): Promise<object | undefined> {
  let id: unknown = null
  try {
    const message = parseMessage(body, server.limits)
    if (message.id === undefined || message.method === undefined) return undefined
    id = message.id
    if (typeof message.method !== 'string') throw new RpcError(-32600, 'method must be a text')
    const { params } = message
    if (params !== undefined && !isJsonObject(params)) throw new RpcError(-32602, 'params must be an object')
    const result = await run(message.method, params ?? {}, call, server)
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

function parseMessage(body: Buffer, limits: JsonLimits | undefined): JsonRpcMessage {
  let message: JsonRpcMessage | null
  try {
    message = parseForeignJson(body, limits) as JsonRpcMessage | null
  } catch (error) {
    if (error instanceof JsonLimitError) throw new RpcError(-32600, error.message)
    throw new RpcError(-32700, 'the body is not JSON')
  }
  if (typeof message !== 'object' || message === null || message.jsonrpc !== '2.0')
    throw new RpcError(-32600, 'the body must be one JSON-RPC 2.0 message; batches are not supported')
  return message
}

async function run(method: string, params: Record<string, unknown>, call: Call, server: McpServer): Promise<object> {
  switch (method) {
    case 'initialize':
      return initialize(params, server)
    case 'ping':
      return {}
    case 'tools/list':
      return listTools(params, call, server)
    case 'tools/call':
      return callTool(params, call, server)
    default:
      throw new RpcError(-32601, `the method ${method.slice(0, 100)} is not supported: use tools/list and tools/call`)
  }
}

function initialize({ protocolVersion: asked }: Record<string, unknown>, { name, version, instructions }: McpServer) {
  return {
    protocolVersion: protocolVersions.find((each) => each === asked) ?? protocolVersions[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name, version },
    instructions,
  }
}

/** Lists the tools that the token of the call opens. */
function listTools({ cursor }: Record<string, unknown>, call: Call, { tools, consumers }: McpServer): object {
  const open = [...tools.values()].filter((tool) => isOpenTo(call, tool, consumers)).map(({ listed }) => listed)
  const start = cursor === undefined ? 0 : Number(cursor)
  if (!Number.isInteger(start) || start < 0)
    throw new RpcError(-32602, 'cursor is not one that this server has returned')
  const end = start + pageSize
  return { tools: open.slice(start, end), nextCursor: end < open.length ? String(end) : undefined }
}

async function callTool(params: Record<string, unknown>, call: Call, server: McpServer): Promise<object> {
  const { name, arguments: values = {} } = params
  const tool = typeof name === 'string' ? server.tools.get(name) : undefined
  if (!tool) throw new RpcError(-32602, `there is no tool "${String(name).slice(0, 100)}": tools/list has the names`)
  if (typeof values !== 'object' || values === null) throw new RpcError(-32602, 'arguments must be an object')
  const request = buildToolRequest(server.catalog, tool, values as Record<string, unknown>)
  if (typeof request === 'string') return renderResult(`Error: ${request}.`, true)
  try {
    return renderResponse(await callInside(server.serve, request, call, maxResultBytes), tool)
  } catch (error) {
    return renderResult(`Error: ${(error as Error).message}.`, true)
  }
}

function renderResponse({ status, headers, body }: InternalResponse, { operation }: Tool): object {
  const type = headers.get('content-type') ?? ''
  const isText = body.length === 0 || /^text\/|[/+](?:json|xml|yaml)\b/i.test(type)
  const text = isText ? body.toString('utf8') : body.toString('base64')
  if (status < 400) {
    const details = [...headers].filter(([name]) => /-mq-|^idempotent-|^ce-|^location$/.test(name))
    const lines = details.map(([name, value]) => `${name}: ${value}`)
    const shown = [text, ...lines].filter((each) => each !== '').join('\n')
    return renderResult(
      shown || (status === 204 ? 'There is no message or content.' : `Done (${status}).`),
      false,
      text,
    )
  }
  const hint = findHint(status, headers, operation)
  const id = headers.get('x-request-id')
  return renderResult(
    [`Error: the API responded with status ${status}.`, text, hint, id && `Request id: ${id}`]
      .filter(Boolean)
      .join('\n'),
    true,
  )
}

/** Returns what an agent can do about a refused call. */
function findHint(status: number, headers: InternalResponse['headers'], { security }: Tool['operation']): string {
  const wait = headers.get('retry-after')
  if (wait !== undefined) return `What to do: call the tool again after ${wait} s.`
  if (status === 401 || status === 403) {
    const scopes = [...new Set(security.flatMap(({ all }) => all.flatMap(({ scopes }) => scopes)))]
    return `What to do: request an access token with the scopes ${scopes.join(' ')}, for the queue of the call or for all, and a subscription with this API.`
  }
  if (status === 404) return 'What to do: correct the names in the arguments.'
  if (status < 500)
    return 'What to do: correct the arguments; the text says what is wrong. Repeating the call unchanged does not help.'
  return 'What to do: try again later. The cause is not in the arguments.'
}

/** Returns a result of a tool. A text that is a JSON object is structured content as well. */
function renderResult(text: string, isError: boolean, json = ''): object {
  return {
    content: [{ type: 'text', text }],
    structuredContent: json.startsWith('{') ? attempt(() => parseForeignJson(Buffer.from(json))) : undefined,
    isError,
  }
}
