/** A mock of an API: answers each operation of an OpenAPI file with the example of its response. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { defaultConnectionSettings } from '../../shared/http/inbound/connection-settings.ts'
import { openLoggedConnectionLimits } from '../../shared/http/inbound/logged-connection-limits.ts'
import { type Listener, openListener } from '../../shared/http/listener/listener.ts'
import { type Log, silentLog } from '../../shared/lib/output/log.ts'

/** A response of an operation, as its document describes it. */
export interface MockResponse {
  /** The status code, a range or the default: `200`, `2XX`, `default`. */
  status: string
  content: readonly { type: string; example?: string | undefined }[]
}

/** The responses of each operation, by `METHOD /path/{parameter}`. */
export type MockOperations = Readonly<Record<string, { readonly responses: readonly MockResponse[] }>>

export interface MockOptions {
  /** 0 takes any free port. */
  port: number
  operations: MockOperations
  log?: Log
  /** Called for each request, with the operation that it found and the status of the answer. */
  onRequest?(line: { method: string; path: string; operation: string | undefined; status: number }): void
}

interface Answer {
  status: number
  type?: string
  body?: string
}

/**
 * Starts the mock on the loopback address: the first successful response, or that of `Prefer: code=404`. Rejects for a
 * port that is taken.
 */
export function startMockApi({ port, operations, log = silentLog, onRequest }: MockOptions): Promise<Listener> {
  const find = compileOperations(operations)
  const limits = openLoggedConnectionLimits({ settings: defaultConnectionSettings(), log })

  function handler(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = request
    const path = url.split('?', 1)[0] ?? '/'
    const operation = find(method, path)
    const answer = operation
      ? selectAnswer(operations[operation]?.responses ?? [], readPreferredCode(headers.prefer))
      : describeUnknown(method, path, Object.keys(operations))
    request.resume() // the mock reads no body
    onRequest?.({ method, path, operation, status: answer.status })
    if (answer.type !== undefined) response.setHeader('Content-Type', answer.type)
    if (answer.body !== undefined)
      response.setHeader('ETag', `"${createHash('sha1').update(answer.body).digest('hex')}"`)
    response.writeHead(answer.status).end(answer.body)
  }

  return openListener({ host: '127.0.0.1', port, handler, limits, log })
}

/** Returns the search for the operation of a request. A path without parameters comes before one with. */
function compileOperations(operations: MockOperations): (method: string, path: string) => string | undefined {
  const compiled = Object.keys(operations)
    .map((name) => {
      const [method = '', template = ''] = name.split(' ')
      const segments = template.split('/').map((segment) => (segment.includes('{') ? undefined : segment))
      return { name, method, segments, free: segments.filter((each) => each === undefined).length }
    })
    .sort((a, b) => a.free - b.free)
  return (method, path) => {
    const given = path.split('/')
    const found = compiled.find(
      (each) =>
        (each.method === method || (method === 'HEAD' && each.method === 'GET')) &&
        each.segments.length === given.length &&
        each.segments.every((segment, index) =>
          segment === undefined ? given[index] !== '' : segment === given[index],
        ),
    )
    return found?.name
  }
}

/** Returns the status that `Prefer: code=404` asks for (RFC 7240). */
function readPreferredCode(prefer: string | readonly string[] | undefined): string | undefined {
  return /(?:^|[\s,;])code="?(\d{3})\b/.exec(String(prefer ?? ''))?.[1]
}

function selectAnswer(responses: readonly MockResponse[], preferred: string | undefined): Answer {
  const ranks = preferred
    ? [preferred, `${preferred[0]}XX`, 'default']
    : ['200', '201', '202', '203', '204', '205', '206', '2XX', 'default']
  const found = ranks.flatMap((rank) =>
    responses.filter(({ status }) => status.toUpperCase() === rank.toUpperCase()),
  )[0]
  // The gateway has let the call in.
  const isRefusal = ({ status }: MockResponse) => status === '401' || status === '403'
  const chosen = found ?? (preferred === undefined ? responses.find((each) => !isRefusal(each)) : undefined)
  if (preferred !== undefined && !chosen) {
    const described = responses.map(({ status }) => status).join(', ') || 'none'
    return renderJson(400, `Prefer: code=${preferred}: the operation describes the responses ${described}`)
  }
  const status = Number(preferred ?? readStatus(chosen?.status))
  if (status === 204 || status === 304) return { status }
  const content = chosen?.content.find(({ type }) => /\bjson$/i.test(type)) ?? chosen?.content[0]
  if (content?.example === undefined) return { status }
  return { status, type: content.type, body: content.example }
}

function readStatus(status = '200'): string {
  return /^\d{3}$/.test(status) ? status : /^\dXX$/i.test(status) ? `${status[0]}00` : '200'
}

function describeUnknown(method: string, path: string, operations: readonly string[]): Answer {
  return renderJson(404, `the mock has no operation for ${method} ${path}; it has ${operations.join(', ') || 'none'}`)
}

function renderJson(status: number, error: string): Answer {
  return { status, type: 'application/json', body: JSON.stringify({ error }) }
}
