/** Reads the body of a request as text, within limits of size and time. */
import type { IncomingMessage } from 'node:http'

import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'

const maxBodyBytes = 64 * 1024 // bytes; a form with credentials and a token has a few hundred
const bodyTimeoutMs = 15_000

/**
 * Returns the whole body. Throws `invalid_request`: at once for a body that is too large or too slow, and for one
 * that is not UTF-8.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length']) > maxBodyBytes) throw tooLarge() // NaN without the header

  const bytes = await collect(request)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalidRequestError('The body must be UTF-8')
  }
}

/**
 * Collects the chunks of the body. It never destroys the stream, so that an error response can still be sent over
 * the connection.
 */
function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0

  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(tooSlow())), bodyTimeoutMs)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBodyBytes) end(() => reject(tooLarge()))
    }
    const onEnd = () => end(() => resolve(Buffer.concat(chunks, size)))
    const onClose = (cause?: Error) => end(() => reject(brokenOff(cause)))
    request.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
    if (request.destroyed) onClose()

    function end(settle: () => void) {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose) // the error listener stays for late errors
      request.pause()
      settle()
    }
  })
}

function tooLarge(): OauthError {
  return unfinished(400, `The body must have at most ${maxBodyBytes} bytes`)
}

function tooSlow(): OauthError {
  return unfinished(408, `The body must arrive within ${bodyTimeoutMs / 1000} seconds`)
}

function brokenOff(cause: Error | undefined): OauthError {
  return new OauthError('invalid_request', 'The connection was closed before the end of the body', { cause })
}

/** Returns an error that closes the connection, because the rest of the body remains unread on it. */
function unfinished(status: number, description: string): OauthError {
  return new OauthError('invalid_request', description, { status, headers: { Connection: 'close' } })
}
