/** The error boundary of the REST API: writes responses, renders errors as JSON, adds the common headers. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import {
  buildProblemDetails,
  prefersProblemDetails,
  problemDetailsType,
} from '../../../shared/http/message/problem-details.ts'
import { runOnce } from '../../../shared/http/message/run-once.ts'
import { ClientDisconnectedError } from '../../../shared/http/request/read-body.ts'
import { MqError, reasonName } from '../../manager/index.ts'
import { jsonResponse, type RestResponse, type RestServices } from '../context/rest-context.ts'
import { isTemporary, toAdminError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { type CompressionName, findCompression, minCompressedLength, openCompressor } from './compress-response.ts'
import { renderHeaderBlock, writeHeadWithBlock } from './header-block.ts'
import { streamJson } from './stream-json.ts'

/** Responds with the result or the error of `work` and the `extra` headers; may compress JSON. Never rejects. */
export async function runInErrorBoundary(
  request: IncomingMessage,
  response: HttpResponse,
  { log, responseCounts }: Pick<RestServices, 'log' | 'responseCounts'>,
  work: () => RestResponse | Promise<RestResponse>,
  extra?: Readonly<Record<string, string>>,
  { compresses = false } = {},
): Promise<void> {
  const isHead = request.method === 'HEAD'
  const encoding = compresses ? findCompression(request.headers['accept-encoding']) : undefined
  try {
    const answer = await work()
    responseCounts.increment(answer.status)
    const writing = write(response, answer, extra, isHead, encoding)
    if (writing) await writing
  } catch (error) {
    if (error instanceof ClientDisconnectedError || request.socket.destroyed) {
      response.destroy()
      return
    }
    const no = toRestError(error)
    responseCounts.increment(no.status)
    if (no.status >= 500 && no.cause !== undefined)
      log.error({ err: no.cause, method: request.method, path: request.url?.split('?')[0] }, no.message)
    // A response that has begun cannot become an error response, so the connection is closed.
    if (response.headersSent) response.destroy()
    else await write(response, renderError(no, request), extra, isHead)
  }
}

/** Returns the error as JSON, with the members of problem details (RFC 9457) for callers that ask for them. */
function renderError({ status, message, body, headers }: RestError, request: IncomingMessage): RestResponse {
  if (!prefersProblemDetails(request.headers.accept)) return jsonResponse(status, body, headers)
  const { reasonCode = 0 } = body.error[0] as { reasonCode?: number }
  const reason =
    reasonCode === 0 ? {} : { type: `urn:mq:reason:${reasonName(reasonCode)}`, reason: reasonName(reasonCode) }
  const retry = 'Retry-After' in headers || isTemporary(reasonCode)
  const details = buildProblemDetails(status, message, { ...reason, retry, ...body })
  return jsonResponse(status, details, { ...headers, 'Content-Type': problemDetailsType })
}

function write(
  response: HttpResponse,
  answer: RestResponse,
  extra: Readonly<Record<string, string>> | undefined,
  isHead: boolean,
  encoding?: CompressionName,
): Promise<void> | undefined {
  if (response.headersSent || response.destroyed) return undefined
  const { status, headers, body = '' } = answer
  if (answer.events) {
    writeHeadWithBlock(response, status, securityHeaders, listHeaders(extra, headers))
    return writeEvents(response, answer.events)
  }
  if (encoding && !isHead && isCompressible(answer)) {
    const coding = { 'Content-Encoding': encoding, Vary: 'Accept-Encoding' }
    writeHeadWithBlock(response, status, securityHeaders, listHeaders(extra, headers, coding))
    const pieces = typeof answer.body === 'string' ? [answer.body] : answer.body
    return streamJson(openCompressor(response, encoding), pieces)
  }
  if (typeof body === 'object' && !Buffer.isBuffer(body)) {
    writeHeadWithBlock(response, status, securityHeaders, listHeaders(extra, headers))
    if (isHead) {
      response.end()
      return undefined
    }
    return streamJson(response, body)
  }
  const list = listHeaders(extra, headers)
  // RFC 9110 section 8.6: a 204 response has no Content-Length.
  if (status !== 204) list.push('Content-Length', String(Buffer.byteLength(body)))
  writeHeadWithBlock(response, status, securityHeaders, list)
  response.end(body)
  return undefined
}

/** Only successful JSON responses are compressed, and only when their length is worth it. */
function isCompressible(response: RestResponse): response is RestResponse & { body: string | Iterable<string> } {
  const { status, headers, body = '' } = response
  if (status !== 200 || Buffer.isBuffer(body) || !headers?.['Content-Type']?.startsWith('application/json'))
    return false
  return typeof body === 'object' || body.length >= minCompressedLength
}

/** Returns the headers as a flat list of names and values, like `rawHeaders`. */
function listHeaders(...groups: readonly (Readonly<Record<string, string>> | undefined)[]): string[] {
  const list: string[] = []
  for (const group of groups) {
    if (!group) continue
    for (const name of Object.keys(group)) list.push(name, group[name] as string)
  }
  return list
}

/** The headers that every response of the REST API contains, including error responses. */
const securityHeaders = renderHeaderBlock({
  'X-XSS-Protection': '1;mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'", // responses contain data, never a page
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Language': 'en-US',
})

/** Translates a thrown value into a `RestError`; unexpected ones into MQWB0000E, whose cause only the log has. */
function toRestError(error: unknown): RestError {
  if (error instanceof RestError) return error
  if (error instanceof MqError) return toAdminError(error, { action: 'access', object: error.object ?? '' })
  return new RestError('MQWB0000E', [], { cause: error })
}

/** Resolves when the events end, or when the client has disconnected. Rejects with the error that `events` throws. */
async function writeEvents(response: HttpResponse, events: AsyncIterable<string>): Promise<void> {
  let wake: (() => void) | undefined
  runOnce(response, 'close', () => wake?.())
  response.flushHeaders()
  for await (const event of events) {
    if (response.destroyed) return
    if (response.write(event)) continue
    await new Promise<void>((resolve) => {
      wake = resolve
      runOnce(response, 'drain', resolve)
    })
  }
  response.end()
}
