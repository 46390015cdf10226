/**
 * Requests that no handler gets, because they are not the HTTP that the product serves. The listener responds to them
 * itself, in one JSON form, and ends the connection.
 *
 * RFC 9112 sections 2.2 and 3.2; RFC 9110 section 15.5.9 for a head that does not come to its end.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'

import { createRequestId } from '../../lib/headers/request-id.ts'
import type { HttpResponse } from './http-response.ts'

export interface MalformedRequest {
  requestId: string
  status: number
  /** What is wrong with the request; nothing that the caller wrote. */
  detail: string
  remote: string | undefined
}

/** Why a request is refused before a handler sees it. */
export interface ProtocolError {
  status: number
  /** One sentence for the caller. */
  text: string
  /** For the log. The text when it is left out. */
  detail?: string
}

/** An error of node's parser, or of its timer for heads. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The parser's own words. */
  reason?: string
}

const notHttp = 'The request is not well-formed HTTP'
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export const slowBodyError: ProtocolError = {
  status: 408,
  text: 'The body of the request did not arrive in time',
}

/** The fault of a request that the parser refused; undefined for a connection that broke, or on which no TLS began. */
export function toProtocolError({ code = '', reason }: ParserError): ProtocolError | undefined {
  if (!code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT') return undefined
  return { status: statuses[code] ?? 400, text: notHttp, detail: reason ?? code }
}

/** The complete response as text, for a connection that no response object belongs to. ASCII only. */
export function renderProtocolError(fault: ProtocolError, requestId: string): string {
  const [fields, body] = responseParts(fault, requestId)
  const lines = Object.entries({ ...fields, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `HTTP/1.1 ${fault.status} ${reasonPhrase(fault.status)}\r\n${lines.join('')}\r\n${body}`
}

/** Sends the same with a response object. The connection ends after it. */
export function sendProtocolError(
  request: IncomingMessage,
  response: HttpResponse & { shouldKeepAlive: boolean },
  fault: ProtocolError,
  requestId: string,
): void {
  const [fields, body] = responseParts(fault, requestId)
  response.shouldKeepAlive = false
  response.writeHead(fault.status, fields)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** What the log and the metrics get about it. */
export function buildMalformedRequest(
  { status, text, detail = text }: ProtocolError,
  remote: string | undefined,
): MalformedRequest {
  return { requestId: createRequestId(), status, detail, remote }
}

function responseParts({ status, text }: ProtocolError, requestId: string): [Record<string, string>, string] {
  const body = JSON.stringify({
    httpCode: String(status),
    httpMessage: reasonPhrase(status),
    moreInformation: text,
  })
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
