/**
 * Responses to requests that violate HTTP, for which no handler is called. The listener itself responds in one
 * JSON form and closes the connection.
 *
 * RFC 9112 sections 2.2 and 3.2; RFC 9110 section 15.5.9 for a head that is not complete in time.
 */
import { STATUS_CODES } from 'node:http'
import { createRequestId } from '../../lib/headers/call-ids.ts'
import type { HttpResponse } from './http-response.ts'

export interface MalformedRequest {
  requestId: string
  status: number
  /** The reason of the rejection. It contains nothing that the client sent. */
  detail: string
  remote: string | undefined
}

/** The reason why a request is rejected before a handler gets it. */
export interface ProtocolError {
  status: number
  /** One sentence for the client. */
  text: string
  /** The text for the log, when it differs from `text`. */
  detail?: string
}

/** An error of Node's parser, or of its timer for heads. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The message of the parser. */
  reason?: string
}

const notHttp = 'The request is not well-formed HTTP'
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export const slowBodyError: ProtocolError = { status: 408, text: 'The body of the request did not arrive in time' }

/** Translates a parser error; undefined when no response is possible: a broken connection, or no TLS handshake. */
export function toProtocolError({ code = '', reason }: ParserError): ProtocolError | undefined {
  if (!code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT') return undefined
  return { status: statuses[code] ?? 400, text: notHttp, detail: reason ?? code }
}

/** Renders the complete response as ASCII text, for a connection without a response object. */
export function renderProtocolError(error: ProtocolError, requestId: string): string {
  const [fields, body] = responseParts(error, requestId)
  const lines = Object.entries({ ...fields, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${error.status} ${reasonPhrase(error.status)}\r\n${lines.join('')}\r\n${body}`
}

/** Sends the response, without its body when the request was a HEAD. The connection closes after it. */
export function sendProtocolError(
  response: HttpResponse & { shouldKeepAlive: boolean },
  error: ProtocolError,
  requestId: string,
): void {
  const [fields, body] = responseParts(error, requestId)
  response.shouldKeepAlive = false
  response.writeHead(error.status, fields)
  response.end(body)
}

/** Builds the record of a rejected request for the log and the metrics. */
export function buildMalformedRequest(
  { status, text, detail = text }: ProtocolError,
  remote: string | undefined,
): MalformedRequest {
  return { requestId: createRequestId(), status, detail, remote }
}

function responseParts({ status, text }: ProtocolError, requestId: string): [Record<string, string>, string] {
  const body = JSON.stringify({ httpCode: String(status), httpMessage: reasonPhrase(status), moreInformation: text })
  const fields = {
    'X-Request-Id': requestId,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return [fields, body]
}

function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? 'Unknown'
}
