/**
 * The error boundary of the REST API. It writes the response of a handler, renders thrown errors as JSON, and
 * adds the common headers to every response.
 */
import type { IncomingMessage } from 'node:http'

import type { HttpResponse } from '../../http/message/http-response.ts'
import { ClientDisconnectedError } from '../../http/request/read-body.ts'
import { jsonResponse, type RestResponse } from '../context/rest-context.ts'
import type { RestServices } from '../context/rest-services.ts'
import { toRestError } from '../errors/to-rest-error.ts'
import { rawSecurityHeaders } from './security-headers.ts'
import { streamJson } from './stream-json.ts'

/**
 * Responds with the result of `work`, or with the error that it throws. Adds the `extra` headers to every
 * response. Never rejects.
 */
export async function runInErrorBoundary(
  request: IncomingMessage,
  response: HttpResponse,
  { log, responseCounts }: Pick<RestServices, 'log' | 'responseCounts'>,
  work: () => RestResponse | Promise<RestResponse>,
  extra?: Readonly<Record<string, string>>,
): Promise<void> {
  const isHead = request.method === 'HEAD'
  try {
    const answer = await work()
    responseCounts.increment(answer.status)
    await write(response, answer, extra, isHead)
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
    // A response that has begun cannot become an error response, so the connection is closed.
    if (response.headersSent) response.destroy()
    else await write(response, jsonResponse(no.status, no.body, no.headers), extra, isHead)
  }
}

function write(
  response: HttpResponse,
  { status, headers, body = '' }: RestResponse,
  extra: Readonly<Record<string, string>> | undefined,
  isHead: boolean,
): Promise<void> | undefined {
  if (response.headersSent || response.destroyed) return undefined
  if (typeof body === 'object' && !Buffer.isBuffer(body)) {
    response.writeHead(status, fieldsOf(extra, headers))
    if (isHead) {
      response.end()
      return undefined
    }
    return streamJson(response, body)
  }
  const fields = fieldsOf(extra, headers)
  // RFC 9110 section 8.6: a 204 response has no Content-Length.
  if (status !== 204) fields.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, fields)
  response.end(body)
  return undefined
}

/** Returns the headers as a flat list of names and values, like `rawHeaders`. */
function fieldsOf(...some: readonly (Readonly<Record<string, string>> | undefined)[]): string[] {
  const fields = [...rawSecurityHeaders]
  for (const each of some) {
    if (!each) continue
    for (const name of Object.keys(each)) fields.push(name, each[name] as string)
  }
  return fields
}

/** Returns the path without the query, which can contain secrets. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] as string
}
