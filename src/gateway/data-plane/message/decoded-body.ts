/** Decodes the body of a message for policies that read it: removes the content coding (RFC 9110 section 8.4). */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Call } from '../call/call.ts'
import type { CallMessage } from '../call/call-message.ts'
import { findHeader, removeHeader, setHeader } from './headers.ts'
import { BodyTooLargeError, readWholeBody } from './message-body.ts'

/** Reports a body whose content coding is not supported, or whose bytes do not match the coding. */
export class BodyDecodingError extends Error {
  override name = 'BodyDecodingError'
}

const decoders: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

const otherCharset = /;\s*charset=(?!"?utf-?8\b)[^;]*/i

function keepDecoded({ message }: Call, payload: Buffer, body: Buffer): Buffer {
  message.decoded = { payload, body }
  return body
}

/** Notes that scripts get the value of the body, no longer its text. */
export function markParsed(message: CallMessage): undefined {
  const { payload, decoded } = message
  if (payload)
    message.decoded = { ...(decoded?.payload === payload ? decoded : { payload, body: payload }), isParsed: true }
}

export function isParsed({ decoded, payload }: CallMessage): boolean {
  return decoded?.isParsed === true && decoded.payload === payload
}

/** Replaces the body by one that has no content coding. A text is in UTF-8, whatever charset the body before had. */
export function replaceWithDecoded(message: CallMessage, body: Buffer | string | undefined): void {
  message.replaceBody(typeof body === 'string' ? Buffer.from(body) : body)
  removeHeader(message.headers, 'content-encoding')
  const type = typeof body === 'string' ? findHeader(message.headers, 'content-type') : undefined
  if (!type || !otherCharset.test(type)) return
  setHeader(message.headers, 'Content-Type', type.replace(otherCharset, '; charset=utf-8'))
  message.noteHeader('content-type')
}

/** Returns the decoded body, of at most `limit` bytes. Rejects as `readWholeBody`, and with `BodyDecodingError`. */
export async function readDecodedBody(call: Call, limit: number): Promise<Buffer> {
  const body = await readWholeBody(call, limit)
  if (call.message.decoded?.payload === body) return call.message.decoded.body
  const coding = findHeader(call.message.readableHeaders, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (body.length === 0 || coding === 'identity' || coding === '') return keepDecoded(call, body, body)

  const decode = decoders[coding]
  if (!decode) throw new BodyDecodingError(`the content coding ${coding} is not supported: send gzip, deflate or br`)
  try {
    return keepDecoded(call, body, await decode(body, { maxOutputLength: limit }))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new BodyTooLargeError(`more than ${limit} bytes`)
    throw new BodyDecodingError(`the body is not ${coding}`, { cause })
  }
}
