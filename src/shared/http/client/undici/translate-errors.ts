/** Translates errors of undici to the error classes of the HTTP client. Errors of Node are not changed. */
import { MalformedResponseError, PoolClosedError, RequestBodyError } from '../exchange/errors.ts'
import type { ResponseHandler } from '../exchange/types.ts'

const bodyErrors: ReadonlySet<string> = new Set([
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_ABORTED', // an aborted request gets no error, so this one means that its body was aborted
])

/** Returns a handler that passes everything on to `handler` and translates errors. */
export function translateHandlerErrors(handler: ResponseHandler): ResponseHandler {
  return {
    onHead: (head) => handler.onHead(head),
    onInterim: (head) => handler.onInterim?.(head),
    onData: (part) => handler.onData(part),
    onEnd: () => handler.onEnd(),
    onError: (error) => handler.onError(translate(error)),
    ...(handler.onUpgrade && { onUpgrade: (head, connection) => handler.onUpgrade?.(head, connection) }),
  }
}

/** Returns whether the upstream closed early: undici reports any error after Content-Length as a wrong length. */
export function isConnectionClosedError({ code, name, message }: NodeJS.ErrnoException, hasHead: boolean): boolean {
  if (code === 'UND_ERR_SOCKET') return !unexpectedResponses.has(message)
  return (code === lengthMismatch && hasHead) || (name === parserError && /EOF/.test(message))
}

const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
const parserError = 'HTTPParserError'
/** Messages of undici about a 100 or a 101 that the request did not ask for. */
const unexpectedResponses: ReadonlySet<string> = new Set(['bad response', 'bad upgrade'])

function translate(error: NodeJS.ErrnoException): Error {
  const { code = '', message } = error
  if (bodyErrors.has(code)) return new RequestBodyError(message)
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return new PoolClosedError(message)
  return isMalformed(error) ? new MalformedResponseError(message) : error
}

/** Returns whether a response is malformed. undici uses assertions to check a switch of protocols. */
function isMalformed({ code, name, message }: NodeJS.ErrnoException): boolean {
  if (name === parserError || unexpectedResponses.has(message)) return true
  return code === 'UND_ERR_HEADERS_OVERFLOW' || code === lengthMismatch || code === 'ERR_ASSERTION'
}
