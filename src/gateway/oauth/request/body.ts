/** Reads the body of a request as text, within limits of size and time. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { ClientDisconnectedError, readBody } from '../../../shared/http/request/read-body.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'

const maxBodyBytes = 64 * 1024 // bytes; a form with credentials and a token has a few hundred
const bodyTimeoutMs = 15_000

/** Returns the body. Throws `invalid_request` when it is too large, too slow or no UTF-8; a response can follow. */
export async function readBodyText(request: IncomingMessage): Promise<string> {
  const bytes = await readWithinDeadline(request)
  if (!isUtf8(bytes)) throw invalidRequestError('The body must be UTF-8')
  return bytes.toString()
}

async function readWithinDeadline(request: IncomingMessage): Promise<Buffer> {
  if (request.destroyed) throw brokenOff(undefined)
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(() => deadline.reject(tooSlow()), bodyTimeoutMs)
  try {
    return await Promise.race([readBody(request, maxBodyBytes, tooLarge), deadline.promise])
  } catch (error) {
    request.pause()
    throw error instanceof ClientDisconnectedError ? brokenOff(error) : error
  } finally {
    clearTimeout(timer)
  }
}

function tooLarge(): OauthError {
  return new OauthError('invalid_request', `The body must have at most ${maxBodyBytes} bytes`)
}

function tooSlow(): OauthError {
  const text = `The body must arrive within ${bodyTimeoutMs / 1000} seconds`
  return new OauthError('invalid_request', text, { status: 408 })
}

function brokenOff(cause: Error | undefined): OauthError {
  return new OauthError('invalid_request', 'The connection was closed before the end of the body', { cause })
}
