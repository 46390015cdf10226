/** `Expect: 100-continue`: clients that wait before they send a body, RFC 9110 section 10.1.1. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../message/http-response.ts'

/**
 * Sends 100 Continue when the body is read for the first time, so that a status which the head decides comes first: the
 * client then sends no body in vain, and Node's server ends the connection. Nothing is sent once the response began.
 */
export function continueAtFirstRead(
  request: IncomingMessage,
  response: Pick<HttpResponse, 'headersSent'> & { writeContinue(): void },
): void {
  const read = request._read
  function goOn(): void {
    request._read = read
    if (!response.headersSent) response.writeContinue()
  }
  request._read = function readAfterContinue(size) {
    goOn()
    read.call(request, size)
  }
  // A body that has arrived in whole is not read again. Without the 100, Node's server would end the connection.
  process.nextTick(() => {
    if (request.complete && request._read !== read) goOn()
  })
}
