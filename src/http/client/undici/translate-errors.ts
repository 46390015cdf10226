/**
 * Errors of undici in the terms of the client of the data plane; those of Node stay as they are.
 */
import { MalformedResponseError, PoolClosedError, RequestBodyError } from '../exchange/errors.ts'
import type { ResponseHandler } from '../exchange/types.ts'

const bodyErrors: ReadonlySet<string> = new Set([
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_ABORTED', // requests that are given up are told nothing: what was aborted is the body
])

/** The handler, which is given translated errors. */
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

/**
 * The upstream closed the connection before its response was complete. For undici, every error in a head that has a
 * Content-Length is one of that length.
 */
export function isConnectionClosedError(
  { code, name, message }: NodeJS.ErrnoException,
  hasHead: boolean,
): boolean {
  if (code === 'UND_ERR_SOCKET') return !unexpectedResponses.has(message)
  return (code === lengthMismatch && hasHead) || (name === parserError && /EOF/.test(message))
}

const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
const parserError = 'HTTPParserError'
/** A 100 or a 101 that the request did not ask for. */
const unexpectedResponses: ReadonlySet<string> = new Set(['bad response', 'bad upgrade'])

function translate(error: NodeJS.ErrnoException): Error {
  const { code = '', message } = error
  if (bodyErrors.has(code)) return new RequestBodyError(message)
  if (code === 'UND_ERR_CLOSED' || code === 'UND_ERR_DESTROYED') return new PoolClosedError(message)
  return isMalformed(error) ? new MalformedResponseError(message) : error
}

/** undici asserts what an upstream promises about a change of protocols. */
function isMalformed({ code, name, message }: NodeJS.ErrnoException): boolean {
  if (name === parserError || unexpectedResponses.has(message)) return true
  return code === 'UND_ERR_HEADERS_OVERFLOW' || code === lengthMismatch || code === 'ERR_ASSERTION'
}
