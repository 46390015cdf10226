/**
 * The edge of the REST API: what handlers answer is written here, what they throw becomes the JSON error body here,
 * and every answer gets the same headers.
 */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/http-response.ts'
import { ClientDisconnectedError } from '../../http/read-body.ts'
import { jsonResponse, type RestResponse } from '../context/rest-context.ts'
import type { RestServices } from '../context/rest-services.ts'
import { toRestError } from '../errors/to-rest-error.ts'
import { rawSecurityHeaders } from './security-headers.ts'
import { streamJson } from './stream-json.ts'

/** Answers a request with what `work` answers. Never rejects. `extra` headers go on every answer. */
export async function runInErrorBoundary(
  request: IncomingMessage,
  response: HttpResponse,
  { log, responseCounts }: Pick<RestServices, 'log' | 'responseCounts'>,
  work: () => RestResponse | Promise<RestResponse>,
  extra?: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const answer = await work()
    responseCounts.increment(answer.status)
    await write(response, answer, extra)
  } catch (error) {
    if (error instanceof ClientDisconnectedError || request.socket.destroyed) {
      response.destroy()
      return
    }
    const no = toRestError(error)
    responseCounts.increment(no.status)
    if (no.status >= 500 && no.cause !== undefined) {
      log.error({ err: no.cause, method: request.method, path: pathOf(request) }, no.message)
    }
    // Half of an answer is none.
    if (response.headersSent) response.destroy()
    else await write(response, jsonResponse(no.status, no.body, no.headers), extra)
  }
}

function write(
  response: HttpResponse,
  { status, headers, body }: RestResponse,
  extra?: Readonly<Record<string, string>>,
): Promise<void> | undefined {
  if (response.headersSent || response.destroyed) return undefined
  if (typeof body === 'object' && !Buffer.isBuffer(body)) {
    response.writeHead(status, fieldsOf(extra, headers))
    return streamJson(response, body)
  }
  const fields = fieldsOf(extra, headers)
  // RFC 9110 section 8.6: an answer 204 has no content, and no length of one.
  if (status !== 204)
    fields.push('Content-Length', body === undefined ? '0' : String(Buffer.byteLength(body)))
  response.writeHead(status, fields)
  if (body === undefined) response.end()
  else response.end(body)
  return undefined
}

/** Names and values in turn, as they are written. */
function fieldsOf(...some: readonly (Readonly<Record<string, string>> | undefined)[]): string[] {
  const fields = [...rawSecurityHeaders]
  for (const each of some) {
    if (!each) continue
    for (const name of Object.keys(each)) fields.push(name, each[name] as string)
  }
  return fields
}

/** Without the query, which may hold what does not belong in a log. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] as string
}
