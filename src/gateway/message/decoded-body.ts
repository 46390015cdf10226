/**
 * The content of a message's body, for policies that look into it: without its content coding (RFC 9110 section 8.4).
 */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

import type { Call } from '../call/call.ts'
import { findHeader } from './headers.ts'
import { BodyTooLargeError, readWholeBody } from './message-body.ts'

/** The body is in a coding that is not known here, or not what its coding says. */
export class BodyDecodingError extends Error {
  override name = 'BodyUndecodable'
}

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

/**
 * The content, of at most `limit` bytes both as it came and decoded; the message's payload stays as it came. Rejects as
 * `readWholeBody` does, and with `BodyUndecodable`.
 */
export async function readDecodedBody(call: Call, limit: number): Promise<Buffer> {
  const body = await readWholeBody(call, limit)
  const coding = findHeader(call.message.headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (body.length === 0 || coding === 'identity' || coding === '') return body

  const decode = decoders[coding]
  if (!decode) throw new BodyDecodingError(`the content coding ${coding} is not known`)
  try {
    return await decode(body, { maxOutputLength: limit })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError(`more than ${limit} bytes`)
    throw new BodyDecodingError(`the body is not ${coding}`, { cause })
  }
}
