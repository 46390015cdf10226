/** The body of a request as text, up to a limit. */
import type { IncomingMessage } from 'node:http'

import { badRequest, OauthError } from '../errors.ts'

const limit = 64 * 1024 // bytes; a form of credentials and one token is a few hundred

/** Reads the whole body. Refuses one over the limit at once, without waiting for its end. */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()

  const chunks: Buffer[] = []
  let size = 0
  try {
    // The stream stays whole when the loop is left, so that the refusal can still be sent over its connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof OauthError) throw error
    throw new OauthError('invalid_request', 'The body broke off', { cause: error })
  }
  return decodeUtf8(Buffer.concat(chunks, size))
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw badRequest('The body is not UTF-8')
  }
}

function tooLarge(): OauthError {
  // What is still to come is not read: the connection cannot serve another request.
  return new OauthError('invalid_request', `The body is larger than ${limit} bytes`, {
    headers: { Connection: 'close' },
  })
}
