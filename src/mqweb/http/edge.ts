/**
 * The edge of the REST API: what handlers answer is written here, what they throw becomes the JSON error body here,
 * and every answer gets the same headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Log } from '../../lib/log.ts'
import { type Answer, json } from '../call.ts'
import { toRestError } from '../errors/from-error.ts'
import { ClientGone, discardRest } from './body.ts'
import { securityHeaders } from './headers.ts'

/** Answers a request with what `work` answers. Never rejects. `extra` headers go on every answer. */
export async function answerWith(
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
  work: () => Answer | Promise<Answer>,
  extra?: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    write(response, await work(), extra)
  } catch (error) {
    if (error instanceof ClientGone || request.socket.destroyed) {
      response.destroy()
      return
    }
    const no = toRestError(error)
    if (no.status >= 500 && no.cause !== undefined) {
      log.error({ err: no.cause, method: request.method, path: pathOf(request) }, no.message)
    }
    write(response, json(no.status, no.body, no.headers), extra)
  }
  discardRest(request)
}

function write(response: ServerResponse, answer: Answer, extra?: Readonly<Record<string, string>>): void {
  if (response.headersSent || response.destroyed) return
  const { status, headers, body } = answer
  const length = body === undefined ? 0 : Buffer.byteLength(body)

  // RFC 9110 section 8.6: an answer 204 has no content, and no length of one.
  const lengthField = status === 204 ? undefined : { 'Content-Length': length }
  response.writeHead(status, { ...securityHeaders, ...extra, ...headers, ...lengthField })
  response.end(body)
}

/** Without the query, which may hold what does not belong in a log. */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] as string
}
