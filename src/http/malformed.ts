/**
 * What the parser refuses never reaches a handler: it is answered by hand, and the connection ends.
 *
 * RFC 9112 section 2.2; RFC 9110 section 15.5.9 for a head that does not come to its end.
 */
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { newRequestId } from '../lib/request-id.ts'

export interface MalformedRequest {
  requestId: string
  status: number
  /** What the parser met; nothing that the caller wrote. */
  detail: string
  remote: string | undefined
}

interface ParserError extends NodeJS.ErrnoException {
  /** The parser's own words. */
  reason?: string
}

const answers: Record<string, readonly [status: number, reason: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers; undefined when there is nobody to answer: the connection broke, or no TLS came about. */
export function answerMalformed(
  error: ParserError,
  socket: Duplex & { remoteAddress?: string; _httpMessage?: ServerResponse },
): MalformedRequest | undefined {
  const { code = '' } = error
  const isOfParser = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT'
  // An answer that is under way must not be continued with another one.
  if (!isOfParser || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return undefined
  }

  const [status, reason] = answers[code] ?? [400, 'Bad Request']
  const requestId = newRequestId()
  const body = JSON.stringify({
    httpCode: String(status),
    httpMessage: reason,
    moreInformation: 'The request is not well-formed HTTP',
  })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return { requestId, status, detail: error.reason ?? code, remote: socket.remoteAddress }
}
